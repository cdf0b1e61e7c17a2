<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
  <context>
    <name>app/arm/channels.py</name>
    <message>
      <source>Twist</source>
      <translation>扭转</translation>
    </message>
    <message>
      <source>Position</source>
      <translation>位置</translation>
    </message>
    <message>
      <source>Torque</source>
      <translation>力矩</translation>
    </message>
  </context>
  <context>
    <name>app/arm/link.py</name>
    <message>
      <source>Looking for the robot … Nothing moves until you start it.</source>
      <translation>正在查找机器人 … 启动之前不会运动。</translation>
    </message>
    <message>
      <source>Nothing moves until you start it.</source>
      <translation>启动之前不会运动。</translation>
    </message>
    <message>
      <source>Looking for the robot ends with this try …</source>
      <translation>本次尝试后停止查找机器人 …</translation>
    </message>
    <message>
      <source>The robot is back.</source>
      <translation>机器人已恢复连接。</translation>
    </message>
    <message>
      <source>It was switched off in between: its encoders have to be checked again.</source>
      <translation>期间机器人断过电：必须重新检查其编码器。</translation>
    </message>
    <message>
      <source>Try {number}.</source>
      <translation>第 {number} 次尝试。</translation>
    </message>
  </context>
  <context>
    <name>app/arm/procedure.py</name>
    <message>
      <source>Weighed mass on the flange.</source>
      <translation>法兰上已称重的质量。</translation>
    </message>
    <message>
      <source>Payload</source>
      <translation>负载</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>At most 250 mm/s anywhere: nobody has to leave the cell.</source>
      <translation>各处不超过 250 mm/s：人员无需离开工作单元。</translation>
    </message>
    <message>
      <source>Speed of the tool</source>
      <translation>工具速度</translation>
    </message>
    <message>
      <source>The short form: fewer speeds, one pose, no part of the load.</source>
      <translation>简短形式：速度较少、一个位姿、不含载荷部分。</translation>
    </message>
    <message>
      <source>How thoroughly</source>
      <translation>细致程度</translation>
    </message>
    <message>
      <source>Number of periods at full speed.</source>
      <translation>全速运行的周期数。</translation>
    </message>
    <message>
      <source>Periods at full speed</source>
      <translation>全速周期数</translation>
    </message>
    <message>
      <source>The point that is brought back, in the flange's directions.</source>
      <translation>要回位的点，沿法兰的方向。</translation>
    </message>
    <message>
      <source>Tool point x y z</source>
      <translation>工具点 x y z</translation>
    </message>
    <message>
      <source>as in Stiffness</source>
      <translation>与“刚度”步骤相同</translation>
    </message>
    <message>
      <source>Length of the motion in full.</source>
      <translation>整个运动的时长。</translation>
    </message>
    <message>
      <source>How long</source>
      <translation>多长时间</translation>
    </message>
    <message>
      <source>Motion meanwhile: nothing that we command, or all joints at random.</source>
      <translation>其间的运动：本程序不发指令，或所有关节随机运动。</translation>
    </message>
    <message>
      <source>Motion</source>
      <translation>运动</translation>
    </message>
    <message>
      <source>sway where the controller moves</source>
      <translation>控制器可运动时为摆动</translation>
    </message>
    <message>
      <source>Share of the joints' speed, after slower rehearsals.</source>
      <translation>关节速度的占比，先以较慢速度预演。</translation>
    </message>
    <message>
      <source>Speed</source>
      <translation>速度</translation>
    </message>
    <message>
      <source>at most 250 mm/s</source>
      <translation>不超过 250 mm/s</translation>
    </message>
  </context>
  <context>
    <name>app/errors/text.py</name>
    <message>
      <source>remark</source>
      <translation>备注</translation>
    </message>
    <message>
      <source>1 problem: {problems}.</source>
      <translation>1 个问题：{problems}。</translation>
    </message>
    <message>
      <source>{count} problems: {problems}.</source>
      <translation>{count} 个问题：{problems}。</translation>
    </message>
    <message>
      <source>What these recordings could not have shown</source>
      <translation>这些录制数据无法显示的问题</translation>
    </message>
    <message>
      <source>the file</source>
      <translation>该文件</translation>
    </message>
    <message>
      <source>none</source>
      <translation>无</translation>
    </message>
    <message>
      <source>Reasons</source>
      <translation>原因</translation>
    </message>
    <message>
      <source>1 row left out, the first at row {first}</source>
      <translation>忽略 1 行，即第 {first} 行</translation>
    </message>
    <message>
      <source>1 row left out</source>
      <translation>忽略 1 行</translation>
    </message>
    <message>
      <source>{rows} rows left out, the first at row {first}</source>
      <translation>忽略 {rows} 行，首个为第 {first} 行</translation>
    </message>
    <message>
      <source>{rows} rows left out</source>
      <translation>忽略 {rows} 行</translation>
    </message>
    <message>
      <source>row {first}</source>
      <translation>第 {first} 行</translation>
    </message>
    <message>
      <source>{happened} (at {seconds} s)</source>
      <translation>{happened}（在 {seconds} s）</translation>
    </message>
    <message>
      <source>joint {number}</source>
      <translation>关节 {number}</translation>
    </message>
    <message>
      <source>Joint {number}</source>
      <translation>关节 {number}</translation>
    </message>
    <message>
      <source>and {count} more</source>
      <translation>另有 {count} 个</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/feature.py</name>
    <message>
      <source>Visits</source>
      <translation>现场记录</translation>
    </message>
    <message>
      <source>Compare visits</source>
      <translation>比较现场记录</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/figures.py</name>
    <message>
      <source>{name}: load {low} to {high} {force}, twist {least} to {most} {unit}.</source>
      <translation>{name}：载荷 {low} 至 {high} {force}，变形量 {least} 至 {most} {unit}。</translation>
    </message>
    <message>
      <source>Friction at {count} speeds: mean before {before} {unit}, now {now} {unit}.</source>
      <translation>{count} 个速度下的摩擦：之前平均 {before} {unit}，现在 {now} {unit}。</translation>
    </message>
    <message>
      <source>The loops of the gears: twist over load</source>
      <translation>减速器的回线：变形随负载</translation>
    </message>
    <message>
      <source>now</source>
      <translation>现在</translation>
    </message>
    <message>
      <source>before</source>
      <translation>之前</translation>
    </message>
    <message>
      <source>Friction</source>
      <translation>摩擦</translation>
    </message>
    <message>
      <source>Force</source>
      <translation>力</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>载荷</translation>
    </message>
    <message>
      <source>Friction over speed</source>
      <translation>摩擦随速度变化</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/front_page.py</name>
    <message>
      <source>{now} is compared with {before} of {day}.</source>
      <translation>{now} 与 {day} 的 {before} 比较。</translation>
    </message>
    <message>
      <source>Not compared</source>
      <translation>未比较</translation>
    </message>
    <message>
      <source>Keep both visits: the next one is compared with them.</source>
      <translation>保留两次现场记录：下一次将与它们比较。</translation>
    </message>
    <message>
      <source>What changed</source>
      <translation>变化</translation>
    </message>
    <message>
      <source>{count} numbers compared, {changed} changed.</source>
      <translation>比较了 {count} 个数值，其中 {changed} 个有变化。</translation>
    </message>
    <message>
      <source>Model on new motion</source>
      <translation>新运动下的模型</translation>
    </message>
    <message>
      <source>Whole arm</source>
      <translation>整臂</translation>
    </message>
    <message>
      <source>Have what got worse looked at: the sentences with a warning sign say what to do.</source>
      <translation>请检查变差的部分：带警告标志的句子说明该怎么做。</translation>
    </message>
    <message>
      <source>Changed, nothing worse</source>
      <translation>有变化，没有变差</translation>
    </message>
    <message>
      <source>Unchanged</source>
      <translation>没有变化</translation>
    </message>
    <message>
      <source>Measure the same again as in the earlier visit, and compare.</source>
      <translation>按更早的现场记录重新测量同样的内容，再比较。</translation>
    </message>
    <message>
      <source>Nothing has to be done.</source>
      <translation>无需处理。</translation>
    </message>
    <message>
      <source>{part}: nothing could be compared.</source>
      <translation>{part}：没有可比较的内容。</translation>
    </message>
    <message>
      <source>{part}: measured in one of the visits only.</source>
      <translation>{part}：只在其中一次现场记录中测量。</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/history_lines.py</name>
    <message>
      <source>The {name} of {subject} rises by {size} a year over {count} of {visits} visits: more than noise.</source>
      <translation>{subject} 的{name}每年上升 {size}（{visits} 次现场记录中的 {count} 次）：超出噪声。</translation>
    </message>
    <message>
      <source>The {name} of {subject} falls by {size} a year over {count} of {visits} visits: more than noise.</source>
      <translation>{subject} 的{name}每年下降 {size}（{visits} 次现场记录中的 {count} 次）：超出噪声。</translation>
    </message>
    <message>
      <source>The {name} of {subject} has no trend beyond noise ({size} a year).</source>
      <translation>{subject} 的{name}没有超出噪声的趋势（每年 {size}）。</translation>
    </message>
    <message>
      <source>Over {visits} visits nothing rises or falls by more than noise.</source>
      <translation>在 {visits} 次现场记录中，没有任何数值的升降超出噪声。</translation>
    </message>
    <message>
      <source>the payload</source>
      <translation>负载</translation>
    </message>
    <message>
      <source>{name} of {subject}: measured in {count} visits; a trend needs three.</source>
      <translation>{subject} 的{name}：在 {count} 次现场记录中测量过；判断趋势需要三次。</translation>
    </message>
    <message>
      <source>Friction, mean of {count} speeds</source>
      <translation>摩擦，{count} 个速度的平均值</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/numbers.py</name>
    <message>
      <source>not measured</source>
      <translation>未测量</translation>
    </message>
    <message>
      <source>Stiffness with the links</source>
      <translation>计入连杆的刚度</translation>
    </message>
    <message>
      <source>Error of the model, limit {limit}</source>
      <translation>模型误差，限值 {limit}</translation>
    </message>
    <message>
      <source>other limits</source>
      <translation>限值不同</translation>
    </message>
    <message>
      <source>measured once</source>
      <translation>只测过一次</translation>
    </message>
    <message>
      <source>not comparable</source>
      <translation>无法比较</translation>
    </message>
    <message>
      <source>within noise</source>
      <translation>在噪声范围内</translation>
    </message>
    <message>
      <source>changed</source>
      <translation>有变化</translation>
    </message>
    <message>
      <source>worse</source>
      <translation>变差</translation>
    </message>
    <message>
      <source>better</source>
      <translation>变好</translation>
    </message>
    <message>
      <source>Stiffness</source>
      <translation>刚度</translation>
    </message>
    <message>
      <source>Gear play</source>
      <translation>背隙</translation>
    </message>
    <message>
      <source>Width of the loop</source>
      <translation>迟滞环宽度</translation>
    </message>
    <message>
      <source>Energy of the loop</source>
      <translation>迟滞环能量</translation>
    </message>
    <message>
      <source>Lost motion</source>
      <translation>空程</translation>
    </message>
    <message>
      <source>Damping</source>
      <translation>阻尼</translation>
    </message>
    <message>
      <source>Channel lag</source>
      <translation>通道时延</translation>
    </message>
    <message>
      <source>Ripple</source>
      <translation>波动</translation>
    </message>
    <message>
      <source>{word} {cycles}×</source>
      <translation>{word} {cycles}×</translation>
    </message>
    <message>
      <source>In numbers</source>
      <translation>数值</translation>
    </message>
    <message>
      <source>A value counts as changed only where the difference is beyond the uncertainty of both visits. Of a hundred arms that did not change, about one shows a change of its gears by chance, one of its friction, one of its payload. ± is the expanded uncertainty (k = 2).</source>
      <translation>只有当差异超出两次现场记录的不确定度时，才认为数值发生了变化。在一百台没有变化的机械臂中，大约各有一台会偶然显示减速器、摩擦或负载的变化。± 为扩展不确定度（k = 2）。</translation>
    </message>
    <message>
      <source>Friction, {count} speeds</source>
      <translation>摩擦，{count} 个速度</translation>
    </message>
    <message>
      <source>not judged in both</source>
      <translation>并非两次都已判定</translation>
    </message>
    <message>
      <source>speed</source>
      <translation>速度</translation>
    </message>
    <message>
      <source>result</source>
      <translation>结果</translation>
    </message>
    <message>
      <source>now beyond</source>
      <translation>现已超限值</translation>
    </message>
    <message>
      <source>Friction at each speed</source>
      <translation>各速度下的摩擦</translation>
    </message>
    <message>
      <source>quantity</source>
      <translation>项目</translation>
    </message>
    <message>
      <source>change</source>
      <translation>变化</translation>
    </message>
    <message>
      <source>change in %</source>
      <translation>变化百分比</translation>
    </message>
    <message>
      <source>seen from</source>
      <translation>可察觉的最小变化</translation>
    </message>
    <message>
      <source>now within</source>
      <translation>现已在限内</translation>
    </message>
    <message>
      <source>within limit</source>
      <translation>限值以内</translation>
    </message>
    <message>
      <source>beyond limit</source>
      <translation>超出限值</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/page.py</name>
    <message>
      <source>No visits are compared. Choose two or more of one arm.</source>
      <translation>尚未比较任何现场记录。选择同一机械臂的两次或更多。</translation>
    </message>
    <message>
      <source>Visits to one arm are compared with the latest of them. A change counts where it is larger than the uncertainty of both.</source>
      <translation>同一机械臂的各次现场记录与最近一次比较。变化超过双方不确定度才算数。</translation>
    </message>
    <message>
      <source>Joint by joint</source>
      <translation>逐关节</translation>
    </message>
    <message>
      <source>Over time</source>
      <translation>随时间变化</translation>
    </message>
    <message>
      <source>View</source>
      <translation>视图</translation>
    </message>
    <message>
      <source>Compared with</source>
      <translation>比较对象</translation>
    </message>
    <message>
      <source>Since</source>
      <translation>相对于</translation>
    </message>
    <message>
      <source>Choose other visits</source>
      <translation>选择其他现场记录</translation>
    </message>
    <message>
      <source>Save as PDF …</source>
      <translation>另存为 PDF …</translation>
    </message>
    <message>
      <source>Reading the visits …</source>
      <translation>正在读取现场记录 …</translation>
    </message>
    <message>
      <source>No visits chosen</source>
      <translation>未选择现场记录</translation>
    </message>
    <message>
      <source>Save what changed</source>
      <translation>保存变化</translation>
    </message>
    <message>
      <source>{count} visits compared</source>
      <translation>已比较 {count} 次现场记录</translation>
    </message>
    <message>
      <source>A trend needs three visits with a date of their own that measured the same. Add another visit.</source>
      <translation>趋势需要三次日期不同且测量内容相同的现场记录。再添加一次现场记录。</translation>
    </message>
    <message>
      <source>what-changed-{visit}.pdf</source>
      <translation>变化-{visit}.pdf</translation>
    </message>
    <message>
      <source>What changed since {since} is saved: {file}</source>
      <translation>自 {since} 以来的变化已保存：{file}</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/presentation.py</name>
    <message>
      <source>a change counts from {stds} standard deviations on: with {count} comparisons, {share} of arms that did not change show one</source>
      <translation>变化达到 {stds} 个标准差才算数：比较 {count} 项时，{share} 未变化的机械臂会显示一项变化</translation>
    </message>
    <message>
      <source>each joint against its limits</source>
      <translation>各关节与其限值比较</translation>
    </message>
    <message>
      <source>nothing could be compared</source>
      <translation>没有可比较的内容</translation>
    </message>
    <message>
      <source>What changed on the flange</source>
      <translation>法兰上的变化</translation>
    </message>
    <message>
      <source>{day} ({file}, arm at {warmth})</source>
      <translation>{day}（{file}，机械臂 {warmth}）</translation>
    </message>
    <message>
      <source>Gears</source>
      <translation>减速器</translation>
    </message>
    <message>
      <source>more than noise</source>
      <translation>超出噪声</translation>
    </message>
    <message>
      <source>visit</source>
      <translation>现场记录</translation>
    </message>
    <message>
      <source>recorded</source>
      <translation>录制时间</translation>
    </message>
    <message>
      <source>serial number</source>
      <translation>序列号</translation>
    </message>
    <message>
      <source>temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <source>mark</source>
      <translation>标记</translation>
    </message>
    <message>
      <source>The visits</source>
      <translation>现场记录</translation>
    </message>
    <message>
      <source>Both visits need a measured payload to compare it.</source>
      <translation>两次现场记录都要有测得的负载才能比较。</translation>
    </message>
    <message>
      <source>{day} ({file})</source>
      <translation>{day}（{file}）</translation>
    </message>
    <message>
      <source>visits</source>
      <translation>现场记录数</translation>
    </message>
    <message>
      <source>a year</source>
      <translation>每年</translation>
    </message>
    <message>
      <source>What changed on {robot}</source>
      <translation>{robot} 的变化</translation>
    </message>
    <message>
      <source>{now}, compared with {before}</source>
      <translation>{now}，与 {before} 比较</translation>
    </message>
    <message>
      <source>Before and now</source>
      <translation>之前与现在</translation>
    </message>
    <message>
      <source>How far the comparison itself can be trusted</source>
      <translation>比较本身的可信程度</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/report.py</name>
    <message>
      <source>{visit} could not be compared: {why}</source>
      <translation>无法与 {visit} 比较：{why}</translation>
    </message>
    <message>
      <source>and {count} more quantities, in the appendix</source>
      <translation>另有 {count} 个量，见附录</translation>
    </message>
    <message>
      <source>All numbers</source>
      <translation>全部数值</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/report_tasks.py</name>
    <message>
      <source>What changed, in pictures and numbers</source>
      <translation>变化：图与数值</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/result_view.py</name>
    <message>
      <source>What changed in the joint</source>
      <translation>关节的变化</translation>
    </message>
    <message>
      <source>Twist over load, before and now</source>
      <translation>变形量随载荷变化，先前与现在</translation>
    </message>
    <message>
      <source>Friction over speed, before and now</source>
      <translation>摩擦随速度变化，之前与现在</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>图片</translation>
    </message>
    <message>
      <source>Neither visit has a loop of this joint.</source>
      <translation>两次现场记录都没有此关节的迟滞环。</translation>
    </message>
    <message>
      <source>The visits swept this joint at no speed in common.</source>
      <translation>两次现场记录对该关节的扫掠没有共同的速度。</translation>
    </message>
    <message>
      <source>Time since the first visit</source>
      <translation>距首次现场记录的时间</translation>
    </message>
    <message>
      <source>Quantity</source>
      <translation>量</translation>
    </message>
    <message>
      <source>Values over the visits</source>
      <translation>各次现场记录的数值</translation>
    </message>
    <message>
      <source>The comparison itself:</source>
      <translation>比较本身：</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>数值</translation>
    </message>
    <message>
      <source>Loop</source>
      <translation>迟滞环</translation>
    </message>
    <message>
      <source>±</source>
      <translation>±</translation>
    </message>
    <message>
      <source>trend</source>
      <translation>趋势</translation>
    </message>
    <message>
      <source>measured ±</source>
      <translation>实测 ±</translation>
    </message>
  </context>
  <context>
    <name>app/features/comparison/sentences.py</name>
    <message>
      <source>Nothing changed since {since} beyond the uncertainty of both visits.</source>
      <translation>自 {since} 以来没有超出两次现场记录不确定度的变化。</translation>
    </message>
    <message>
      <source>Joint {joint}, measured in one visit only: {quantities}.</source>
      <translation>关节 {joint}，只在一次现场记录中测量过：{quantities}。</translation>
    </message>
    <message>
      <source>Since {since}, {count} of the gears' numbers got worse.</source>
      <translation>自 {since} 以来，减速器的 {count} 项数值变差。</translation>
    </message>
    <message>
      <source>Since {since}, {count} numbers of the arm got worse.</source>
      <translation>自 {since} 以来，机械臂有 {count} 项数值变差。</translation>
    </message>
    <message>
      <source>Since {since}, {count} numbers changed; no gear got worse.</source>
      <translation>自 {since} 以来，{count} 项数值有变化；没有减速器变差。</translation>
    </message>
    <message>
      <source>The gears are as they were {since}, as far as can be told: none of {count} quantities changed by more than the uncertainty of both visits.</source>
      <translation>就目前所知，减速器与 {since} 相同：{count} 项数值均未超出两次现场记录的不确定度。</translation>
    </message>
    <message>
      <source>Joint {joint} has a ripple at {cycles} per motor turn that was not there {since}</source>
      <translation>关节 {joint} 在每电机转 {cycles} 次处出现波动，{since} 时没有</translation>
    </message>
    <message>
      <source>Joint {joint} has no longer the ripple at {cycles} per motor turn that was there {since}</source>
      <translation>关节 {joint} 在每电机转 {cycles} 次处的波动已消失，{since} 时还有</translation>
    </message>
    <message>
      <source>The friction is as it was {since}, as far as can be told.</source>
      <translation>就目前所知，摩擦与 {since} 相同。</translation>
    </message>
    <message>
      <source>Joint {joint} has another friction than {since} at {count} of {all} speeds.</source>
      <translation>与 {since} 相比，关节 {joint} 的摩擦在 {all} 个速度中的 {count} 个处不同。</translation>
    </message>
    <message>
      <source>Check its lubrication, and that the arm was as warm.</source>
      <translation>检查其润滑，并确认机械臂当时温度相同。</translation>
    </message>
    <message>
      <source>With its links, joint {joint} is {size} less stiff than {since}. More than the uncertainty of both visits. Have gear and links looked at.</source>
      <translation>计入连杆后，关节 {joint} 的刚度比 {since} 低 {size}。超出两次现场记录的不确定度。检查减速器和连杆。</translation>
    </message>
    <message>
      <source>With its links, joint {joint} is {size} stiffer than {since}. More than the uncertainty of both visits.</source>
      <translation>计入连杆后，关节 {joint} 的刚度比 {since} 高 {size}。超出两次现场记录的不确定度。</translation>
    </message>
    <message>
      <source>The whole arm is as stiff as {since}, within the uncertainty of both visits.</source>
      <translation>整臂刚度与 {since} 相同，在两次现场记录的不确定度之内。</translation>
    </message>
    <message>
      <source>The payload is {size} heavier than {since}. More than the uncertainty of both visits.</source>
      <translation>负载比 {since} 重 {size}。超出两次现场记录的不确定度。</translation>
    </message>
    <message>
      <source>The payload is {size} lighter than {since}. More than the uncertainty of both visits.</source>
      <translation>负载比 {since} 轻 {size}。超出两次现场记录的不确定度。</translation>
    </message>
    <message>
      <source>The payload is as it was {since}, within the uncertainty of both visits.</source>
      <translation>负载与 {since} 相同，在两次现场记录的不确定度之内。</translation>
    </message>
    <message>
      <source>The model of joint {joint} is off by {after} and keeps its limit of {limit} no longer; {since} it was {before}. Identify the arm again, or look for what changed.</source>
      <translation>关节 {joint} 的模型误差为 {after}，不再满足限值 {limit}；{since} 时为 {before}。重新辨识机械臂，或查找变化的原因。</translation>
    </message>
    <message>
      <source>The model of joint {joint} keeps its limit of {limit} again: off by {after}, {since} {before}.</source>
      <translation>关节 {joint} 的模型重新满足限值 {limit}：误差 {after}，{since} 时为 {before}。</translation>
    </message>
    <message>
      <source>Every joint that was verified in both visits is on the same side of its limits as {since}.</source>
      <translation>两次都验证过的关节，是否满足限值与 {since} 时一致。</translation>
    </message>
    <message>
      <source>Friction sweeps are in one of the visits only, so friction was not compared.</source>
      <translation>只有一次现场记录中有摩擦扫掠，因此没有比较摩擦。</translation>
    </message>
    <message>
      <source>{change}: more than the uncertainty of both measurements.</source>
      <translation>{change}：超出两次测量的不确定度。</translation>
    </message>
    <message>
      <source>Have the gear looked at.</source>
      <translation>安排检查该减速器。</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} more friction than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的摩擦增大 {size}</translation>
    </message>
    <message>
      <source>The payload's centre of mass has moved along {axis} by {size} since {day}. More than the uncertainty of both visits.</source>
      <translation>自 {day} 以来，负载质心沿 {axis} 移动了 {size}。超出两次现场记录的不确定度。</translation>
    </message>
    <message>
      <source>in {visit}</source>
      <translation>{visit}</translation>
    </message>
    <message>
      <source>Joint {joint} is {size} less stiff than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的刚度降低 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} is {size} stiffer than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的刚度升高 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} less play than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的背隙减小 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} more play than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的背隙增大 {size}</translation>
    </message>
    <message>
      <source>The loop of joint {joint} is {size} narrower than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的迟滞环变窄 {size}</translation>
    </message>
    <message>
      <source>The loop of joint {joint} is {size} wider than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的迟滞环变宽 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} loses {size} less in a loop than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 每个迟滞环的能量损失减少 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} loses {size} more in a loop than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 每个迟滞环的能量损失增加 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} less lost motion than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的空程减小 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} more lost motion than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的空程增大 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} is damped {size} less than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的阻尼减小 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} is damped {size} more than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的阻尼增大 {size}</translation>
    </message>
    <message>
      <source>The link encoder of joint {joint} is late by {size} less than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 连杆侧编码器的时延减小 {size}</translation>
    </message>
    <message>
      <source>The link encoder of joint {joint} is late by {size} more than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 连杆侧编码器的时延增大 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} less ripple at {cycles} per motor turn than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 在每电机转 {cycles} 次处的波动减小 {size}</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} more ripple at {cycles} per motor turn than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 在每电机转 {cycles} 次处的波动增大 {size}</translation>
    </message>
    <message>
      <source>{visit} does not include twist; analyse it first.</source>
      <translation>{visit} 不包含扭转；请先分析。</translation>
    </message>
    <message>
      <source>on {day}</source>
      <translation>{day}</translation>
    </message>
    <message>
      <source>Nothing could be compared with {since}.</source>
      <translation>没有可与 {since} 比较的内容。</translation>
    </message>
    <message>
      <source>Joint {joint} has {size} less friction than {since}</source>
      <translation>与 {since} 相比，关节 {joint} 的摩擦减小 {size}</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/controller_choice.py</name>
    <message>
      <source>Arm in a network</source>
      <translation>网络中的机械臂</translation>
    </message>
    <message>
      <source>What to connect to</source>
      <translation>连接对象</translation>
    </message>
    <message>
      <source>Mounted</source>
      <translation>安装</translation>
    </message>
    <message>
      <source>Robot</source>
      <translation>机器人</translation>
    </message>
    <message>
      <source>Controller</source>
      <translation>控制器</translation>
    </message>
    <message>
      <source>Which arm of this type</source>
      <translation>该型号的哪台机械臂</translation>
    </message>
    <message>
      <source>No visit chosen yet.</source>
      <translation>尚未选择现场记录。</translation>
    </message>
    <message>
      <source>Choose a visit …</source>
      <translation>选择现场记录 …</translation>
    </message>
    <message>
      <source>Choose a visit to replay</source>
      <translation>选择要回放的现场记录</translation>
    </message>
    <message>
      <source>Visits (*.h5)</source>
      <translation>现场记录 (*.h5)</translation>
    </message>
    <message>
      <source>All files (*)</source>
      <translation>所有文件 (*)</translation>
    </message>
    <message>
      <source>Which arm of this type (a number)</source>
      <translation>该型号的哪台机械臂（编号）</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/controller_view.py</name>
    <message>
      <source>{what}: {rate} samples a second.</source>
      <translation>{what}：每秒 {rate} 个采样。</translation>
    </message>
    <message>
      <source>Measured: {channels}.</source>
      <translation>测量值：{channels}。</translation>
    </message>
    <message>
      <source>Computed by the controller from what it measures: {channels}.</source>
      <translation>控制器由测量值计算得出：{channels}。</translation>
    </message>
    <message>
      <source>What the controller aims at: {channels}.</source>
      <translation>控制器的目标值：{channels}。</translation>
    </message>
    <message>
      <source>How the maker makes it is unknown: {channels}. Identification takes it as a torque of the motors, with the friction of the gears in it.</source>
      <translation>制造商如何得到它未知：{channels}。辨识将其视为电机力矩，其中包含减速器摩擦。</translation>
    </message>
    <message>
      <source>From the controller's own model, never a measurement: {channels}.</source>
      <translation>来自控制器自身的模型，并非测量值：{channels}。</translation>
    </message>
    <message>
      <source>position</source>
      <translation>位置</translation>
    </message>
    <message>
      <source>motor position</source>
      <translation>电机位置</translation>
    </message>
    <message>
      <source>link position</source>
      <translation>连杆位置</translation>
    </message>
    <message>
      <source>velocity</source>
      <translation>速度</translation>
    </message>
    <message>
      <source>motor velocity</source>
      <translation>电机速度</translation>
    </message>
    <message>
      <source>current</source>
      <translation>电流</translation>
    </message>
    <message>
      <source>torque</source>
      <translation>力矩</translation>
    </message>
    <message>
      <source>Its abilities are known after connecting. Connecting only reads.</source>
      <translation>连接后才知道它能做什么。连接只读取数据。</translation>
    </message>
    <message>
      <source>If this computer fails, the arm finishes the move it is in. Moves are short and slow, one at a time.</source>
      <translation>若本计算机出现故障，机械臂会完成当前移动。移动短而慢，每次只做一个。</translation>
    </message>
    <message>
      <source>Plays what was recorded; nothing moves.</source>
      <translation>回放已录制的数据；没有任何部件运动。</translation>
    </message>
    <message>
      <source>PolyScope {version} does not tell its serial number while its Dashboard Server is off. At the pendant: menu, Settings, Security, Services, enable Dashboard Server.</source>
      <translation>PolyScope {version} 的仪表板服务器关闭时不报告序列号。在示教器上：菜单、“设置”“安全”“服务”，启用仪表板服务器。</translation>
    </message>
    <message>
      <source>The dashboard of PolyScope {version} does not answer, so the serial number is not told. It needs no setting at the pendant: look for a firewall that closes port 29999.</source>
      <translation>PolyScope {version} 的仪表板没有应答，因此不知道序列号。示教器上无需设置：请检查是否有防火墙关闭了端口 29999。</translation>
    </message>
    <message>
      <source>PolyScope {version} does not tell its serial number; from 3.12 and 5.6 on it does.</source>
      <translation>PolyScope {version} 不报告序列号；从 3.12 和 5.6 起才报告。</translation>
    </message>
    <message>
      <source>PolyScope X {version} does not tell its serial number while its Robot API is off. At the pendant: Settings, Security, Services, enable it.</source>
      <translation>PolyScope X {version} 的机器人接口关闭时不报告序列号。在示教器上：“设置”“安全”“服务”，启用它。</translation>
    </message>
    <message>
      <source>PolyScope X {version} does not tell its serial number; from 10.14 on it does.</source>
      <translation>PolyScope X {version} 不报告序列号；从 10.14 起才报告。</translation>
    </message>
    <message>
      <source>PolyScope 3 sends no torque. Friction and dynamics are identified from the current.</source>
      <translation>PolyScope 3 不发送力矩。摩擦和动力学由电流辨识。</translation>
    </message>
    <message>
      <source>PolyScope {version} sends no torque from the measured current; from {needed} on it does. Friction and dynamics are identified from the current.</source>
      <translation>PolyScope {version} 不发送由实测电流得出的力矩；从 {needed} 起才发送。摩擦和动力学由电流辨识。</translation>
    </message>
    <message>
      <source>The dashboard does not tell the serial number: look at the pendant for what closes port 29999.</source>
      <translation>仪表板服务器没有提供序列号：请在示教器上查找是什么关闭了端口 29999。</translation>
    </message>
    <message>
      <source>No request asks the controller for its serial number. Type the one on the plate.</source>
      <translation>没有任何请求可以向控制器询问序列号。请输入铭牌上的序列号。</translation>
    </message>
    <message>
      <source>The maker does not say what the torque is given in. It is taken as N·m; a known load shows it.</source>
      <translation>制造商没有说明力矩的单位。它按 N·m 处理；已知负载可以确定单位。</translation>
    </message>
    <message>
      <source>The torque is taken as thousandths of the rated torque of the description, as the address says.</source>
      <translation>按照地址的说明，力矩按描述中额定力矩的千分之几处理。</translation>
    </message>
    <message>
      <source>The torque at standstill is {factor} times the weight of the description. It seems to be given in something else: compare it with a known load, and name it behind the address.</source>
      <translation>静止时的力矩是描述重量的 {factor} 倍。它似乎采用其他单位：请与已知负载比较，并在地址后写明。</translation>
    </message>
    <message>
      <source>The controller computes the position of a joint from that of its motor: twist, play and hysteresis of the gears stay unseen.</source>
      <translation>控制器由电机位置计算关节位置：减速器的扭转、背隙和迟滞看不到。</translation>
    </message>
    <message>
      <source>The interface tells no serial number. Type the one on the plate of the arm, so that visits of one arm belong together.</source>
      <translation>接口不提供序列号。请输入机械臂铭牌上的序列号，使同一台机械臂的现场记录归在一起。</translation>
    </message>
    <message>
      <source>Version {version} of the interface tells no model of the arm; from {needed} on it does. Check that the chosen robot is this one.</source>
      <translation>接口版本 {version} 不提供机械臂的模型；从版本 {needed} 起才提供。请检查所选机器人是否正确。</translation>
    </message>
    <message>
      <source>The flange of the chosen robot is up to {apart_mm} mm away from the one that the controller tells.</source>
      <translation>所选机器人的法兰与控制器给出的法兰最多相距 {apart_mm} mm。</translation>
    </message>
    <message>
      <source>The maker calls the joint position estimated. Torsion finds out in the first slow motion whether it is measured; until then nothing is said about hysteresis and play.</source>
      <translation>制造商称关节位置为估计值。Torsion 在第一次缓慢运动中查明它是否为测量值；在此之前不对迟滞和背隙作出说明。</translation>
    </message>
    <message>
      <source>The controller does not send {field}.</source>
      <translation>控制器不发送 {field}。</translation>
    </message>
    <message>
      <source>It sends {rate} samples a second; {asked} were asked for.</source>
      <translation>它每秒发送 {rate} 个采样；请求的是 {asked} 个。</translation>
    </message>
    <message>
      <source>It shows one encoder per joint: twist, play and hysteresis of the gears stay unseen.</source>
      <translation>每个关节只有一个编码器：看不到减速器的扭转、背隙和迟滞。</translation>
    </message>
    <message>
      <source>Serial number on the plate</source>
      <translation>铭牌上的序列号</translation>
    </message>
    <message>
      <source>Use this number</source>
      <translation>使用此序列号</translation>
    </message>
    <message>
      <source>The controller tells no serial number. Type the one on the plate; it is connected again.</source>
      <translation>控制器不报告序列号。请输入铭牌上的序列号；随后会重新连接。</translation>
    </message>
    <message>
      <source>What the controller gives</source>
      <translation>控制器提供的内容</translation>
    </message>
    <message>
      <source>If this computer fails, nothing happens: the arm is only read.</source>
      <translation>若本计算机出现故障，不会有任何影响：只读取机械臂数据。</translation>
    </message>
    <message>
      <source>If this computer fails, the arm decelerates and stops by itself.</source>
      <translation>若本计算机出现故障，机械臂会自行减速并停止。</translation>
    </message>
    <message>
      <source>Takes whole trajectories, jogs, and moves to a pose.</source>
      <translation>接受完整轨迹、点动和到位姿的移动。</translation>
    </message>
    <message>
      <source>Moves from pose to pose at a percentage of its speed.</source>
      <translation>按速度百分比从一个位姿移动到另一个位姿。</translation>
    </message>
    <message>
      <source>Takes no motion from outside; it is only read.</source>
      <translation>不接受外部运动指令；只读取数据。</translation>
    </message>
    <message>
      <source>The maker does not say whether it is measured or estimated: {channels}.</source>
      <translation>制造商没有说明是测量值还是估计值：{channels}。</translation>
    </message>
    <message>
      <source>The serial number was typed; the controller does not confirm it.</source>
      <translation>序列号为手动输入；控制器没有确认。</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/feature.py</name>
    <message>
      <source>Connect</source>
      <translation>连接</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/network_choice.py</name>
    <message>
      <source>No arm of this maker answers. It is switched off, in another network, or its service is not enabled. The address can be typed all the same.</source>
      <translation>没有该厂商的机械臂应答。它可能已关机、位于其他网络，或未启用相应服务。仍可直接输入地址。</translation>
    </message>
    <message>
      <source>No arm at hand? This computer then plays its controller; nothing real moves.</source>
      <translation>手边没有机械臂？本机可以模拟它的控制器；不会有任何真实运动。</translation>
    </message>
    <message>
      <source>Maker</source>
      <translation>厂商</translation>
    </message>
    <message>
      <source>Address</source>
      <translation>地址</translation>
    </message>
    <message>
      <source>Find arms</source>
      <translation>查找机械臂</translation>
    </message>
    <message>
      <source>Search in the network</source>
      <translation>在网络中搜索</translation>
    </message>
    <message>
      <source>Try with an emulated controller</source>
      <translation>用模拟控制器试用</translation>
    </message>
    <message>
      <source>Looking for arms in the network of this computer</source>
      <translation>正在本机所在的网络中查找机械臂</translation>
    </message>
    <message>
      <source>The emulated controller is chosen: Connect starts it at this computer.</source>
      <translation>已选择模拟控制器：点“连接”即在本机启动它。</translation>
    </message>
    <message>
      <source>The pendant, or the page of the controller, shows it among the settings of the network.</source>
      <translation>示教器或控制器的页面在网络设置中显示该地址。</translation>
    </message>
    <message>
      <source>Serial number on the plate, where the controller does not tell it</source>
      <translation>铭牌上的序列号（控制器不报告时填写）</translation>
    </message>
    <message>
      <source>Type an address such as 10.0.0.2.</source>
      <translation>请输入地址，例如 10.0.0.2。</translation>
    </message>
    <message>
      <source>e.g. {address}</source>
      <translation>例如 {address}</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/page.py</name>
    <message>
      <source>Go through the steps by itself</source>
      <translation>自动完成各步骤</translation>
    </message>
    <message>
      <source>Before every motion it waits: you look at the cell and hold the button. The rest needs no person. It stops where something is not as it should be.</source>
      <translation>每次运动之前都会等待：您查看工作单元并按住按钮。其余步骤无需操作。出现异常时停下。</translation>
    </message>
    <message>
      <source>Connect to a robot</source>
      <translation>连接机器人</translation>
    </message>
    <message>
      <source>Connecting only reads. Nothing moves before you have looked at it and held a button.</source>
      <translation>连接只读取数据。在您查看并按住按钮之前，任何部件都不会动。</translation>
    </message>
    <message>
      <source>Look at a recording</source>
      <translation>查看录制数据</translation>
    </message>
    <message>
      <source>Disconnect</source>
      <translation>断开连接</translation>
    </message>
    <message>
      <source>Serial number</source>
      <translation>序列号</translation>
    </message>
    <message>
      <source>Samples</source>
      <translation>采样</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>编码器</translation>
    </message>
    <message>
      <source>Reconnect</source>
      <translation>重新连接</translation>
    </message>
    <message>
      <source>Start</source>
      <translation>开始</translation>
    </message>
    <message>
      <source>Look for robots</source>
      <translation>查找机器人</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>下一步</translation>
    </message>
    <message>
      <source>Working it out</source>
      <translation>正在计算</translation>
    </message>
    <message>
      <source>{model}, {count} joints</source>
      <translation>{model}，{count} 个关节</translation>
    </message>
    <message>
      <source>per joint</source>
      <translation>每关节</translation>
    </message>
    <message>
      <source>motor and link</source>
      <translation>电机侧和连杆侧</translation>
    </message>
    <message>
      <source>no link encoder</source>
      <translation>无连杆侧编码器</translation>
    </message>
    <message>
      <source>What it can do</source>
      <translation>可用功能</translation>
    </message>
    <message>
      <source>Readiness</source>
      <translation>就绪状态</translation>
    </message>
    <message>
      <source>firmware {version}</source>
      <translation>固件 {version}</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/robot_field.py</name>
    <message>
      <source>From a file …</source>
      <translation>从文件 …</translation>
    </message>
    <message>
      <source>Choose a robot description</source>
      <translation>选择机器人描述</translation>
    </message>
    <message>
      <source>Robot descriptions (*.toml *.urdf *.xml *.mjcf *.csv *.xacro)</source>
      <translation>机器人描述 (*.toml *.urdf *.xml *.mjcf *.csv *.xacro)</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/serial_choice.py</name>
    <message>
      <source>Port</source>
      <translation>端口</translation>
    </message>
    <message>
      <source>Speed of the port</source>
      <translation>端口速率</translation>
    </message>
    <message>
      <source>Another port</source>
      <translation>其他端口</translation>
    </message>
    <message>
      <source>{port}, not found now</source>
      <translation>{port}，目前未找到</translation>
    </message>
    <message>
      <source>Looking for serial ports …</source>
      <translation>正在查找串口 …</translation>
    </message>
    <message>
      <source>No serial port found. Plug the cable in; the list refreshes by itself.</source>
      <translation>未找到串口。插上电缆；列表会自动刷新。</translation>
    </message>
    <message>
      <source>Another port, by its name</source>
      <translation>其他端口，按名称</translation>
    </message>
    <message>
      <source>{arm}, not found now (was {port})</source>
      <translation>{arm}，目前未找到（原为 {port}）</translation>
    </message>
    <message>
      <source>{rate} baud</source>
      <translation>{rate} 波特</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/trial_view.py</name>
    <message>
      <source>Before the arm can be moved</source>
      <translation>驱动机械臂之前</translation>
    </message>
    <message>
      <source>Yes, it did</source>
      <translation>是，如此</translation>
    </message>
    <message>
      <source>No</source>
      <translation>否</translation>
    </message>
    <message>
      <source>Write it and read it back</source>
      <translation>写入并读回</translation>
    </message>
    <message>
      <source>Leave the trial</source>
      <translation>退出首次试验</translation>
    </message>
    <message>
      <source>The motion went as it should.</source>
      <translation>运动符合预期。</translation>
    </message>
    <message>
      <source>The first trial is passed. Motion is allowed.</source>
      <translation>首次试验已通过。允许运动。</translation>
    </message>
    <message>
      <source>Measuring the network for some seconds …</source>
      <translation>正在测量网络，需几秒钟 …</translation>
    </message>
    <message>
      <source>The step can be done again.</source>
      <translation>这一步可以重做。</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/waiting_card.py</name>
    <message>
      <source>Connecting and waiting for the first samples …</source>
      <translation>正在连接并等待首批采样 …</translation>
    </message>
    <message>
      <source>Connecting</source>
      <translation>正在连接</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Closing the connection …</source>
      <translation>正在关闭连接 …</translation>
    </message>
    <message>
      <source>Stop looking</source>
      <translation>停止查找</translation>
    </message>
  </context>
  <context>
    <name>app/features/connection/words.py</name>
    <message>
      <source>The first trial is not passed. Do not move this arm from Torsion; it can still be read and recorded.</source>
      <translation>首次试验未通过。请勿用本程序移动此机械臂；仍可读取和录制它。</translation>
    </message>
    <message>
      <source>Good for reading. Whether it is even enough for motion is measured when the arm is prepared.</source>
      <translation>适合读取。是否足够均匀以用于运动，在准备机械臂时测量。</translation>
    </message>
    <message>
      <source>Good for motion.</source>
      <translation>适合运动。</translation>
    </message>
    <message>
      <source>Torsion only reads arms of this maker; it has no motion for them.</source>
      <translation>本程序只读取该厂商的机械臂；没有针对它们的运动功能。</translation>
    </message>
    <message>
      <source>Without a serial number the arm is only read: a person confirms by it which arm is meant.</source>
      <translation>没有序列号时只读取机械臂：人员凭序列号确认所指的是哪一台。</translation>
    </message>
    <message>
      <source>The arm is only read. Before Torsion moves it, it passes a first trial: about ten minutes beside it, with turns of 2°.</source>
      <translation>目前只读取机械臂。在本程序移动它之前，需通过首次试验：在机械臂旁约十分钟，关节运动 2°。</translation>
    </message>
    <message>
      <source>The arm has passed its first trial. It is only read until you allow motion.</source>
      <translation>此机械臂已通过首次试验。在您允许运动之前只读取它。</translation>
    </message>
    <message>
      <source>Motion is allowed, and the controller takes none. The readiness list says what it lacks.</source>
      <translation>已允许运动，但控制器不接受运动。就绪列表说明缺少什么。</translation>
    </message>
    <message>
      <source>Stand beside the arm, clear of it, with the emergency stop within reach. Each step is held to start.</source>
      <translation>站在机械臂旁，保持距离，急停按钮须触手可及。每一步都要按住才开始。</translation>
    </message>
    <message>
      <source>The arm has passed its first trial, and motion is allowed.</source>
      <translation>此机械臂已通过首次试验，允许运动。</translation>
    </message>
    <message>
      <source>Jog</source>
      <translation>点动</translation>
    </message>
    <message>
      <source>STOP</source>
      <translation>STOP</translation>
    </message>
    <message>
      <source>Cable</source>
      <translation>电缆</translation>
    </message>
    <message>
      <source>Watchdog</source>
      <translation>看门狗</translation>
    </message>
    <message>
      <source>The last joint turns by 2° and back. Watch that only this joint turns.</source>
      <translation>最后一个关节转动 2° 并返回。请确认只有该关节转动。</translation>
    </message>
    <message>
      <source>The last joint turns to and fro. Press STOP while it turns.</source>
      <translation>最后一个关节来回转动。请在转动时按 STOP。</translation>
    </message>
    <message>
      <source>The last joint turns to and fro. Pull the network cable while it turns, and plug it in again afterwards.</source>
      <translation>最后一个关节来回转动。请在转动时拔下网线，之后再插上。</translation>
    </message>
    <message>
      <source>The last joint turns, and Torsion sends no heartbeat, as if this computer had failed. Do nothing.</source>
      <translation>最后一个关节转动，本程序不发送心跳，如同本机发生故障。请勿操作。</translation>
    </message>
    <message>
      <source>The payload that is set in the controller is written again and read back. Nothing moves or changes.</source>
      <translation>将控制器中已设置的负载再写入一次并读回。没有任何运动或变化。</translation>
    </message>
    <message>
      <source>Did only the last joint turn, by about 2° and back?</source>
      <translation>是否只有最后一个关节转动约 2° 并返回？</translation>
    </message>
    <message>
      <source>Did the arm stop at once when you pressed STOP?</source>
      <translation>按下 STOP 时机械臂是否立即停止？</translation>
    </message>
    <message>
      <source>Did the arm stop by itself when you pulled the cable?</source>
      <translation>拔下网线时机械臂是否自行停止？</translation>
    </message>
    <message>
      <source>Did the arm stop by itself before the end of its turn?</source>
      <translation>机械臂是否在转动结束前自行停止？</translation>
    </message>
    <message>
      <source>The motion did not come to its end.</source>
      <translation>运动没有到达终点。</translation>
    </message>
    <message>
      <source>The motion came to its end, which it should not have.</source>
      <translation>运动到达了终点，而它本不应到达。</translation>
    </message>
    <message>
      <source>The motion was ended by something else than what is tried here.</source>
      <translation>运动是被此处试验以外的原因终止的。</translation>
    </message>
    <message>
      <source>Network: round trip {trip} ms, at most {worst} ms; packets up to {delay} ms late.</source>
      <translation>网络：往返 {trip} ms，最多 {worst} ms；数据包最多延迟 {delay} ms。</translation>
    </message>
    <message>
      <source>Ready</source>
      <translation>就绪</translation>
    </message>
    <message>
      <source>Ready with limits</source>
      <translation>有限就绪</translation>
    </message>
    <message>
      <source>Not ready</source>
      <translation>未就绪</translation>
    </message>
    <message>
      <source>Begin the first trial</source>
      <translation>开始首次试验</translation>
    </message>
    <message>
      <source>Allow motion</source>
      <translation>允许运动</translation>
    </message>
    <message>
      <source>Clear the fault</source>
      <translation>清除故障</translation>
    </message>
    <message>
      <source>Go to the check</source>
      <translation>前往检查</translation>
    </message>
  </context>
  <context>
    <name>app/features/encoders/feature.py</name>
    <message>
      <source>Check</source>
      <translation>检查</translation>
    </message>
  </context>
  <context>
    <name>app/features/encoders/page.py</name>
    <message>
      <source>Mend what is named below the table before the arm moves further.</source>
      <translation>先处理表格下方列出的问题，再继续运动机械臂。</translation>
    </message>
    <message>
      <source>Check the encoders</source>
      <translation>检查编码器</translation>
    </message>
    <message>
      <source>Each joint moves a little, one after the other, by at most two degrees. Keep clear.</source>
      <translation>各关节逐个微动，最多两度。保持距离。</translation>
    </message>
    <message>
      <source>Result of the check per joint</source>
      <translation>各关节的检查结果</translation>
    </message>
    <message>
      <source>Watching what moves</source>
      <translation>正在观察运动的关节</translation>
    </message>
    <message>
      <source>Comparing the encoders</source>
      <translation>正在比较编码器</translation>
    </message>
    <message>
      <source>The check did not come to its end. The arm was ordered to stop.</source>
      <translation>检查没有做完。已命令机械臂停止。</translation>
    </message>
    <message>
      <source>Mend what the message above names, then check again.</source>
      <translation>处理上方消息所述问题，然后重新检查。</translation>
    </message>
    <message>
      <source>It ended early. The joints that had moved until then are judged below.</source>
      <translation>提前结束。此前已运动的关节评判如下。</translation>
    </message>
    <message>
      <source>The offsets hold until the controller is switched off.</source>
      <translation>零偏在控制器断电前有效。</translation>
    </message>
    <message>
      <source>moving now</source>
      <translation>正在运动</translation>
    </message>
    <message>
      <source>moved</source>
      <translation>已运动</translation>
    </message>
    <message>
      <source>not yet</source>
      <translation>未开始</translation>
    </message>
    <message>
      <source>Joint {number} of {count}</source>
      <translation>关节 {number}，共 {count} 个</translation>
    </message>
    <message>
      <source>The check was stopped. The arm stands still.</source>
      <translation>检查已停止。机械臂静止。</translation>
    </message>
    <message>
      <source>A STOP discards the motion. The start pose is checked again before the next one.</source>
      <translation>停止会作废该运动。下一次运动前重新检查起始位姿。</translation>
    </message>
  </context>
  <context>
    <name>app/features/encoders/presentation.py</name>
    <message>
      <source>same</source>
      <translation>相同</translation>
    </message>
    <message>
      <source>opposite</source>
      <translation>相反</translation>
    </message>
    <message>
      <source>link encoder</source>
      <translation>连杆侧编码器</translation>
    </message>
    <message>
      <source>reported position</source>
      <translation>上报的位置</translation>
    </message>
    <message>
      <source>Both encoders agree in direction, ratio and offset.</source>
      <translation>两个编码器的方向、比值和零偏一致。</translation>
    </message>
    <message>
      <source>All encoders count as they should.</source>
      <translation>所有编码器计数正确。</translation>
    </message>
    <message>
      <source>The encoders can be used, with the remarks below.</source>
      <translation>编码器可用，注意以下说明。</translation>
    </message>
    <message>
      <source>Some encoders do not count as they should.</source>
      <translation>部分编码器计数不正确。</translation>
    </message>
    <message>
      <source>Not every joint could be checked.</source>
      <translation>并非所有关节都能检查。</translation>
    </message>
    <message>
      <source>Joint</source>
      <translation>关节</translation>
    </message>
    <message>
      <source>Direction</source>
      <translation>方向</translation>
    </message>
    <message>
      <source>Ratio</source>
      <translation>比值</translation>
    </message>
    <message>
      <source>Offset</source>
      <translation>零偏</translation>
    </message>
    <message>
      <source>Moved</source>
      <translation>移动量</translation>
    </message>
    <message>
      <source>Verdict</source>
      <translation>结论</translation>
    </message>
    <message>
      <source>Motor against link encoder</source>
      <translation>电机编码器与连杆侧编码器的比较</translation>
    </message>
    <message>
      <source>Encoder check of {robot}</source>
      <translation>{robot} 的编码器检查</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/feature.py</name>
    <message>
      <source>Plan</source>
      <translation>规划</translation>
    </message>
    <message>
      <source>Run the motion</source>
      <translation>执行运动</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/page.py</name>
    <message>
      <source>Run the planned motion</source>
      <translation>运行规划的运动</translation>
    </message>
    <message>
      <source>Slowly first. Each stage is measured, and the next one runs only where that allows it.</source>
      <translation>先慢速。每个阶段都会测量，测量结果允许时才运行下一阶段。</translation>
    </message>
    <message>
      <source>Stages of the motion</source>
      <translation>运动的各阶段</translation>
    </message>
    <message>
      <source>Stages</source>
      <translation>阶段</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>结果</translation>
    </message>
    <message>
      <source>Judging the run</source>
      <translation>正在评判运行</translation>
    </message>
    <message>
      <source>The run, joint by joint</source>
      <translation>运行（逐关节）</translation>
    </message>
    <message>
      <source>{stage} ({number} of {count})</source>
      <translation>{stage}（{number}/{count}）</translation>
    </message>
    <message>
      <source>Saved as {labels}.</source>
      <translation>已保存为 {labels}。</translation>
    </message>
    <message>
      <source>The planned motion</source>
      <translation>规划的运动</translation>
    </message>
    <message>
      <source>None is planned yet.</source>
      <translation>尚未规划。</translation>
    </message>
    <message>
      <source>The motion has not been run to its end yet.</source>
      <translation>该运动尚未完整运行。</translation>
    </message>
    <message>
      <source>{period} a period, condition number {value}.</source>
      <translation>每周期 {period}，条件数 {value}。</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/plan_form.py</name>
    <message>
      <source>The robot's own</source>
      <translation>机器人自身的</translation>
    </message>
    <message>
      <source>Those of Liu (2023)</source>
      <translation>Liu (2023) 的</translation>
    </message>
    <message>
      <source>From the present pose: waves</source>
      <translation>从当前位姿：谐波</translation>
    </message>
    <message>
      <source>From the present pose: waves and a polynomial</source>
      <translation>从当前位姿：谐波加多项式</translation>
    </message>
    <message>
      <source>From the zero pose: waves</source>
      <translation>从零位姿：谐波</translation>
    </message>
    <message>
      <source>Waves that never rest (virtual robot only)</source>
      <translation>不停歇的谐波（仅虚拟机器人）</translation>
    </message>
    <message>
      <source>Condition number</source>
      <translation>条件数</translation>
    </message>
    <message>
      <source>Frobenius condition number</source>
      <translation>弗罗贝尼乌斯条件数</translation>
    </message>
    <message>
      <source>Volume of the ± (log det)</source>
      <translation>± 的体积（行列式对数）</translation>
    </message>
    <message>
      <source>Block index: inertia, speed, gravity</source>
      <translation>分块指标：惯量、速度、重力</translation>
    </message>
    <message>
      <source>Inertia alone</source>
      <translation>仅惯量</translation>
    </message>
    <message>
      <source>Inertia and friction</source>
      <translation>惯量和摩擦</translation>
    </message>
    <message>
      <source>Gradient, exact (best)</source>
      <translation>精确梯度（最佳）</translation>
    </message>
    <message>
      <source>Interior point, differences</source>
      <translation>内点法，差分</translation>
    </message>
    <message>
      <source>Genetic</source>
      <translation>遗传算法</translation>
    </message>
    <message>
      <source>Random starts, pattern search</source>
      <translation>随机起点，模式搜索</translation>
    </message>
    <message>
      <source>Where the arm stands.</source>
      <translation>机械臂当前位置。</translation>
    </message>
    <message>
      <source>All joints at zero: no standing robot is connected.</source>
      <translation>所有关节为零：未连接静止的机器人。</translation>
    </message>
    <message>
      <source>Start and end</source>
      <translation>起点和终点</translation>
    </message>
    <message>
      <source>{seconds} s</source>
      <translation>{seconds} s</translation>
    </message>
    <message>
      <source>All joints at zero. The arm is brought there slowly first.</source>
      <translation>所有关节为零。机械臂先缓慢移到该处。</translation>
    </message>
    <message>
      <source>Where the arm stands: {angles}</source>
      <translation>机械臂当前位置：{angles}</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/plan_page.py</name>
    <message>
      <source>It begins and ends at rest, keeps every limit, and shows the inertia of every link.</source>
      <translation>运动起止均静止，遵守所有限值，并能显出每个连杆的惯量。</translation>
    </message>
    <message>
      <source>Plan the motion</source>
      <translation>规划运动</translation>
    </message>
    <message>
      <source>Stopped. Nothing was planned.</source>
      <translation>已停止。未作规划。</translation>
    </message>
    <message>
      <source>Save the motion</source>
      <translation>保存运动</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/plan_views.py</name>
    <message>
      <source>Save as {kind} …</source>
      <translation>另存为 {kind} …</translation>
    </message>
    <message>
      <source>Plan again</source>
      <translation>重新规划</translation>
    </message>
    <message>
      <source>Save as …</source>
      <translation>保存为 …</translation>
    </message>
    <message>
      <source>How the search went</source>
      <translation>搜索过程</translation>
    </message>
    <message>
      <source>Joints</source>
      <translation>关节</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>搜索</translation>
    </message>
    <message>
      <source>Best condition number so far</source>
      <translation>目前最佳条件数</translation>
    </message>
    <message>
      <source>Progress of the planning</source>
      <translation>规划进度</translation>
    </message>
    <message>
      <source>Searching for the best motion</source>
      <translation>正在搜索最佳运动</translation>
    </message>
    <message>
      <source>Nothing found yet.</source>
      <translation>尚未找到。</translation>
    </message>
    <message>
      <source>Stop and keep the best</source>
      <translation>停止并保留最佳</translation>
    </message>
    <message>
      <source>Saving the plan</source>
      <translation>正在保存规划</translation>
    </message>
    <message>
      <source>It is the best until the search was stopped.</source>
      <translation>这是停止搜索前的最佳结果。</translation>
    </message>
    <message>
      <source>Motion and joints</source>
      <translation>运动与关节</translation>
    </message>
    <message>
      <source>about {left} left</source>
      <translation>约剩 {left}</translation>
    </message>
    <message>
      <source>Condition number {value} so far</source>
      <translation>目前条件数 {value}</translation>
    </message>
    <message>
      <source>And {count} more remarks.</source>
      <translation>另有 {count} 条备注。</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/planning.py</name>
    <message>
      <source>Planning</source>
      <translation>正在规划</translation>
    </message>
    <message>
      <source>Saving</source>
      <translation>正在保存</translation>
    </message>
    <message>
      <source>The motion was written to {file}.</source>
      <translation>运动已写入 {file}。</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/presentation.py</name>
    <message>
      <source>{first} comes as near as {distance} to {second}, nearer than {limit}. Watch the slow run.</source>
      <translation>{first}距{second}最近仅 {distance}，小于 {limit}。请留意慢速运行。</translation>
    </message>
    <message>
      <source>{robot}: {kind}, {count} harmonics, period {period}, limits {limits}.</source>
      <translation>{robot}：{kind}，{count} 个谐波，周期 {period}，限值 {limits}。</translation>
    </message>
    <message>
      <source>condition number, {part}</source>
      <translation>条件数，{part}</translation>
    </message>
    <message>
      <source>{robot}: {kind}, {count} harmonics, period {period}, limits {limits}, joint {locked} locked.</source>
      <translation>{robot}：{kind}，{count} 个谐波，周期 {period}，限值 {limits}，关节 {locked} 锁定。</translation>
    </message>
    <message>
      <source>Closest approach</source>
      <translation>最小间距</translation>
    </message>
    <message>
      <source>Limits used</source>
      <translation>限值占用</translation>
    </message>
    <message>
      <source>whole regressor</source>
      <translation>整个回归矩阵</translation>
    </message>
    <message>
      <source>acceleration part</source>
      <translation>加速度部分</translation>
    </message>
    <message>
      <source>velocity part</source>
      <translation>速度部分</translation>
    </message>
    <message>
      <source>position part</source>
      <translation>位置部分</translation>
    </message>
    <message>
      <source>used</source>
      <translation>占用</translation>
    </message>
    <message>
      <source>limit</source>
      <translation>限值</translation>
    </message>
    <message>
      <source>not allowed</source>
      <translation>不允许</translation>
    </message>
    <message>
      <source>note</source>
      <translation>提示</translation>
    </message>
    <message>
      <source>Good data: every parameter that can be determined shows clearly.</source>
      <translation>数据良好：所有可确定的参数都清楚可见。</translation>
    </message>
    <message>
      <source>Usable data: some parameters will show only faintly.</source>
      <translation>数据可用：有些参数只能微弱地显现。</translation>
    </message>
    <message>
      <source>Plan again: this motion will not do.</source>
      <translation>重新规划：此运动不合用。</translation>
    </message>
    <message>
      <source>Not measurable: some parameters do not show in this motion at all.</source>
      <translation>无法测量：部分参数在此运动中完全不显出。</translation>
    </message>
    <message>
      <source>{count} parameters</source>
      <translation>{count} 个参数</translation>
    </message>
    <message>
      <source>{count} harmonics</source>
      <translation>{count} 个谐波</translation>
    </message>
    <message>
      <source>One period</source>
      <translation>一个周期</translation>
    </message>
    <message>
      <source>Top speed</source>
      <translation>最高速度</translation>
    </message>
    <message>
      <source>Start pose and rest at both ends are missed by</source>
      <translation>起始位姿和两端静止的偏差</translation>
    </message>
    <message>
      <source>The motion</source>
      <translation>运动</translation>
    </message>
    <message>
      <source>rad, rad/s, rad/s²</source>
      <translation>rad、rad/s、rad/s²</translation>
    </message>
    <message>
      <source>acceleration</source>
      <translation>加速度</translation>
    </message>
    <message>
      <source>{what}, joint {joint}</source>
      <translation>{what}，关节 {joint}</translation>
    </message>
    <message>
      <source>of rated, joint {joint}</source>
      <translation>占额定值，关节 {joint}</translation>
    </message>
    <message>
      <source>block index</source>
      <translation>分块指标</translation>
    </message>
    <message>
      <source>value</source>
      <translation>数值</translation>
    </message>
    <message>
      <source>columns</source>
      <translation>列数</translation>
    </message>
    <message>
      <source>weight</source>
      <translation>权重</translation>
    </message>
    <message>
      <source>Other criteria</source>
      <translation>其他指标</translation>
    </message>
    <message>
      <source>joint</source>
      <translation>关节</translation>
    </message>
    <message>
      <source>from</source>
      <translation>从</translation>
    </message>
    <message>
      <source>to</source>
      <translation>到</translation>
    </message>
    <message>
      <source>{mark} the maker gives none; this is the program's default</source>
      <translation>{mark} 制造商未给出；这是程序的默认值</translation>
    </message>
    <message>
      <source>Peaks against limits</source>
      <translation>峰值与限值</translation>
    </message>
    <message>
      <source>{first} to {last}</source>
      <translation>{first} 至 {last}</translation>
    </message>
    <message>
      <source>at full speed</source>
      <translation>全速时</translation>
    </message>
    <message>
      <source>{count} evaluations</source>
      <translation>{count} 次计算</translation>
    </message>
    <message>
      <source>Planned in</source>
      <translation>规划用时</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>Excitation of {robot}</source>
      <translation>{robot} 的激励运动</translation>
    </message>
    <message>
      <source>not looked at</source>
      <translation>未检查</translation>
    </message>
    <message>
      <source>{first} – {second}</source>
      <translation>{first} – {second}</translation>
    </message>
    <message>
      <source>Closest at</source>
      <translation>最近时刻</translation>
    </message>
    <message>
      <source>limits {unit}</source>
      <translation>限值 {unit}</translation>
    </message>
    <message>
      <source>nothing can touch anything</source>
      <translation>没有会相碰的物体</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/run_presentation.py</name>
    <message>
      <source>{used} of {cycles} periods of {period} s averaged, plan {plan}</source>
      <translation>{cycles} 个周期（每个 {period} s）中平均了 {used} 个，规划 {plan}</translation>
    </message>
    <message>
      <source>the first left out</source>
      <translation>首个已剔除</translation>
    </message>
    <message>
      <source>all of them</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>following error included</source>
      <translation>含跟随误差</translation>
    </message>
    <message>
      <source>outside</source>
      <translation>超出</translation>
    </message>
    <message>
      <source>noise of {quantity}</source>
      <translation>{quantity}噪声</translation>
    </message>
    <message>
      <source>{quantity} limit used</source>
      <translation>{quantity}限值占用</translation>
    </message>
    <message>
      <source>A good run: the recordings are ready to identify with.</source>
      <translation>运行良好：录制数据可用于辨识。</translation>
    </message>
    <message>
      <source>A usable run, with the remarks below.</source>
      <translation>运行可用，注意以下说明。</translation>
    </message>
    <message>
      <source>Run it again: the recording is not good enough.</source>
      <translation>重新运行：录制数据不够好。</translation>
    </message>
    <message>
      <source>This run says nothing.</source>
      <translation>此次运行说明不了什么。</translation>
    </message>
    <message>
      <source>joint {joint}</source>
      <translation>关节 {joint}</translation>
    </message>
    <message>
      <source>Periods averaged</source>
      <translation>平均的周期数</translation>
    </message>
    <message>
      <source>Largest following error</source>
      <translation>最大跟随误差</translation>
    </message>
    <message>
      <source>The run</source>
      <translation>运行</translation>
    </message>
    <message>
      <source>following error</source>
      <translation>跟随误差</translation>
    </message>
    <message>
      <source>limits used</source>
      <translation>限值占用</translation>
    </message>
    <message>
      <source>rated torque</source>
      <translation>额定力矩</translation>
    </message>
    <message>
      <source>motor torque</source>
      <translation>电机力矩</translation>
    </message>
  </context>
  <context>
    <name>app/features/excitation/search_chart.py</name>
    <message>
      <source>Condition number {last} after {seconds} s; it began at {first}.</source>
      <translation>{seconds} s 后条件数为 {last}；开始时为 {first}。</translation>
    </message>
    <message>
      <source>Time of the search</source>
      <translation>搜索时间</translation>
    </message>
  </context>
  <context>
    <name>app/features/friction/page.py</name>
    <message>
      <source>Measure the friction</source>
      <translation>测量摩擦</translation>
    </message>
    <message>
      <source>One joint after the other turns there and back at steady speeds. This may be left out.</source>
      <translation>关节逐个匀速往返。此步可以跳过。</translation>
    </message>
    <message>
      <source>Sweeps</source>
      <translation>扫掠</translation>
    </message>
    <message>
      <source>Measuring the friction</source>
      <translation>正在测量摩擦</translation>
    </message>
    <message>
      <source>Models of the joint's friction</source>
      <translation>关节摩擦模型</translation>
    </message>
    <message>
      <source>Let the earlier count instead</source>
      <translation>改为采用先前的测量</translation>
    </message>
    <message>
      <source>The friction has not been measured yet.</source>
      <translation>尚未测量摩擦。</translation>
    </message>
    <message>
      <source>Let {recordings} count instead</source>
      <translation>改用 {recordings}</translation>
    </message>
    <message>
      <source>Thorough, load too</source>
      <translation>细致，含载荷</translation>
    </message>
    <message>
      <source>Quick, without load</source>
      <translation>快速，不含载荷</translation>
    </message>
    <message>
      <source>Up to the joints' limits</source>
      <translation>可达关节限值</translation>
    </message>
    <message>
      <source>Slow, ≤ 250 mm/s</source>
      <translation>慢速，≤ 250 mm/s</translation>
    </message>
    <message>
      <source>marked model</source>
      <translation>选中的模型</translation>
    </message>
    <message>
      <source>others</source>
      <translation>其他</translation>
    </message>
  </context>
  <context>
    <name>app/features/friction/planned_sweeps.py</name>
    <message>
      <source>Sweep</source>
      <translation>扫掠</translation>
    </message>
    <message>
      <source>Speeds of the joint</source>
      <translation>关节的各速度</translation>
    </message>
    <message>
      <source>Takes</source>
      <translation>用时</translation>
    </message>
    <message>
      <source>Sweeps, joint by joint</source>
      <translation>扫掠（逐关节）</translation>
    </message>
    <message>
      <source>{low} to {high} {unit}</source>
      <translation>{low} 至 {high} {unit}</translation>
    </message>
    <message>
      <source>{joint} slides at {speed}</source>
      <translation>{joint} 以 {speed} 滑动</translation>
    </message>
    <message>
      <source>{joint} turns at {speed}</source>
      <translation>{joint} 以 {speed} 转动</translation>
    </message>
    <message>
      <source>{joint} warms up</source>
      <translation>{joint} 预热</translation>
    </message>
    <message>
      <source>{joint}, with another load</source>
      <translation>{joint}，换一种载荷</translation>
    </message>
    <message>
      <source>To where {joint} is swept</source>
      <translation>前往 {joint} 的扫掠处</translation>
    </message>
  </context>
  <context>
    <name>app/features/friction/presentation.py</name>
    <message>
      <source>Friction of {joint}: {count} measured speeds and the curves of {models} models.</source>
      <translation>{joint} 的摩擦：{count} 个测量速度和 {models} 个模型的曲线。</translation>
    </message>
    <message>
      <source>Of the load on the gear, {share} come on top; it changed by {span}.</source>
      <translation>另加减速器载荷的 {share}；载荷变化了 {span}。</translation>
    </message>
    <message>
      <source>Coefficients of the chosen models</source>
      <translation>所选模型的系数</translation>
    </message>
    <message>
      <source>Friction at steady speeds</source>
      <translation>恒速下的摩擦</translation>
    </message>
    <message>
      <source>One model for all joints</source>
      <translation>适用于所有关节的一个模型</translation>
    </message>
    <message>
      <source>No joint's friction was measured.</source>
      <translation>没有测到任何关节的摩擦。</translation>
    </message>
    <message>
      <source>{joint} needs {friction} to turn slowly.</source>
      <translation>{joint} 缓慢转动需要 {friction}。</translation>
    </message>
    <message>
      <source>{joint} needs {friction} to slide slowly.</source>
      <translation>{joint} 缓慢滑动需要 {friction}。</translation>
    </message>
    <message>
      <source>Measured before, in {recordings}; the last run left it as it was.</source>
      <translation>此前在 {recordings} 中测量；最近一次运行未改变它。</translation>
    </message>
    <message>
      <source>It was measured again: this is the latest, and the one from {recordings} no longer counts.</source>
      <translation>已重新测量：这是最新结果；{recordings} 中的不再计入。</translation>
    </message>
    <message>
      <source>It rose by {drift} meanwhile.</source>
      <translation>期间摩擦上升了 {drift}。</translation>
    </message>
    <message>
      <source>It fell by {drift} meanwhile.</source>
      <translation>期间摩擦下降了 {drift}。</translation>
    </message>
    <message>
      <source>friction model that fits</source>
      <translation>适用的摩擦模型</translation>
    </message>
    <message>
      <source>speeds</source>
      <translation>速度</translation>
    </message>
    <message>
      <source>held-out error</source>
      <translation>留出误差</translation>
    </message>
    <message>
      <source>friction per load</source>
      <translation>每单位载荷的摩擦</translation>
    </message>
    <message>
      <source>load changed by</source>
      <translation>载荷变化</translation>
    </message>
    <message>
      <source>drift</source>
      <translation>漂移</translation>
    </message>
    <message>
      <source>warming</source>
      <translation>升温</translation>
    </message>
    <message>
      <source>verdict</source>
      <translation>结论</translation>
    </message>
    <message>
      <source>Results of the sweeps</source>
      <translation>扫掠结果</translation>
    </message>
    <message>
      <source>Held-out error: on strokes that were left out of the fit.</source>
      <translation>留出误差：在未用于拟合的行程上的误差。</translation>
    </message>
    <message>
      <source>model</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>choice</source>
      <translation>选择</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>coefficient</source>
      <translation>系数</translation>
    </message>
    <message>
      <source>friction</source>
      <translation>摩擦</translation>
    </message>
    <message>
      <source>even part</source>
      <translation>偶部分</translation>
    </message>
    <message>
      <source>load</source>
      <translation>载荷</translation>
    </message>
    <message>
      <source>pose</source>
      <translation>位姿</translation>
    </message>
    <message>
      <source>Recordings</source>
      <translation>录制数据</translation>
    </message>
    <message>
      <source>What the numbers rest on</source>
      <translation>数值的依据</translation>
    </message>
    <message>
      <source>The friction of all joints that were swept is known.</source>
      <translation>所有扫掠过的关节摩擦已知。</translation>
    </message>
    <message>
      <source>The friction can be used, with the remarks below.</source>
      <translation>摩擦可用，注意下面的备注。</translation>
    </message>
    <message>
      <source>Sweep again: some joints' friction is not good enough.</source>
      <translation>重新扫掠：部分关节的摩擦不够好。</translation>
    </message>
    <message>
      <source>Not every joint's friction could be measured.</source>
      <translation>并非每个关节的摩擦都能测量。</translation>
    </message>
    <message>
      <source>Joint by joint: friction over speed</source>
      <translation>逐个关节：摩擦随速度的变化</translation>
    </message>
    <message>
      <source>chosen model</source>
      <translation>所选模型</translation>
    </message>
    <message>
      <source>{joint}: the friction was not measured.</source>
      <translation>{joint}：摩擦未测量。</translation>
    </message>
    <message>
      <source>Friction of {robot}</source>
      <translation>{robot} 的摩擦</translation>
    </message>
    <message>
      <source>chosen</source>
      <translation>已选</translation>
    </message>
    <message>
      <source>Friction at steady speeds: the joints were not swept.</source>
      <translation>匀速摩擦：未对关节做往返运动。</translation>
    </message>
    <message>
      <source>Friction of {joints}.</source>
      <translation>{joints} 的摩擦。</translation>
    </message>
    <message>
      <source>Best model: {model}.</source>
      <translation>最佳模型：{model}。</translation>
    </message>
    <message>
      <source>shape</source>
      <translation>形状常数</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/choice.py</name>
    <message>
      <source>How friction model and cut-off were chosen</source>
      <translation>摩擦模型和截止频率的选择过程</translation>
    </message>
    <message>
      <source>{runs} runs were left out of the fit one by one, and the simplest friction model within one standard error of the best was chosen.</source>
      <translation>逐一留出 {runs} 次运行不参与拟合，并选择与最佳结果相差不超过一个标准误差的最简单摩擦模型。</translation>
    </message>
    <message>
      <source>What the choice says</source>
      <translation>选择说明</translation>
    </message>
    <message>
      <source>{runs} blocks of the run were left out of the fit one by one, and the simplest friction model within one standard error of the best was chosen.</source>
      <translation>逐一留出该次运行的 {runs} 段不参与拟合，并选择与最佳结果相差不超过一个标准误差的最简单摩擦模型。</translation>
    </message>
    <message>
      <source>The motion is too short to choose by data. The usual values were taken.</source>
      <translation>运动太短，无法按数据选择，已采用常用值。</translation>
    </message>
    <message>
      <source>One short run cannot foresee a faster one.</source>
      <translation>一次短运行无法预见更快的运行。</translation>
    </message>
    <message>
      <source>friction model</source>
      <translation>摩擦模型</translation>
    </message>
    <message>
      <source>cut-off</source>
      <translation>截止频率</translation>
    </message>
    <message>
      <source>error left out</source>
      <translation>留出误差</translation>
    </message>
    <message>
      <source>more than the best</source>
      <translation>比最佳多</translation>
    </message>
    <message>
      <source>The best of all {count} candidates: {friction} at {cutoff} Hz, {error}.</source>
      <translation>全部 {count} 个候选中最佳：{friction}，{cutoff} Hz，{error}。</translation>
    </message>
    <message>
      <source>All candidates are compared up to {band} Hz, each fitted up to its own cut-off.</source>
      <translation>所有候选均在 {band} Hz 以内比较，各自按自己的截止频率拟合。</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/choose_page.py</name>
    <message>
      <source>Choose runs to fit and to validate</source>
      <translation>选择用于拟合和验证的运行</translation>
    </message>
    <message>
      <source>The model is fitted on the runs under Fit. A run under Validate is kept back and shows what the model is worth.</source>
      <translation>模型用“拟合”列的运行拟合。“验证”列的运行留出，用来显示模型的好坏。</translation>
    </message>
    <message>
      <source>Tick a run under Fit</source>
      <translation>请在“拟合”下勾选一次运行</translation>
    </message>
    <message>
      <source>Chosen by data</source>
      <translation>按数据选择</translation>
    </message>
    <message>
      <source>Tick at least one run under Fit.</source>
      <translation>在“拟合”列至少勾选一次运行。</translation>
    </message>
    <message>
      <source>A run with a payload is under Fit. The model will be that of the arm with its load.</source>
      <translation>“拟合”列中有带负载的运行。模型将是机械臂连同负载的模型。</translation>
    </message>
    <message>
      <source>As the friction model can explain</source>
      <translation>按摩擦模型能否解释</translation>
    </message>
    <message>
      <source>Use all samples</source>
      <translation>使用所有采样</translation>
    </message>
    <message>
      <source>Leave out joints at rest</source>
      <translation>剔除静止的关节</translation>
    </message>
    <message>
      <source>As the data say</source>
      <translation>按数据所示</translation>
    </message>
    <message>
      <source>Also the nearest real bodies</source>
      <translation>同时求最接近的真实刚体</translation>
    </message>
    <message>
      <source>A column for each motor</source>
      <translation>每个电机一列</translation>
    </message>
    <message>
      <source>No columns</source>
      <translation>无此列</translation>
    </message>
    <message>
      <source>No run is kept back. The model will only be judged on what it was fitted to.</source>
      <translation>没有留出运行。模型只能用拟合过的数据评判。</translation>
    </message>
    <message>
      <source>Ready. The settings suit most arms.</source>
      <translation>就绪。这些设置适合大多数机械臂。</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/feature.py</name>
    <message>
      <source>Choose runs</source>
      <translation>选择运行</translation>
    </message>
    <message>
      <source>Drive gains</source>
      <translation>驱动增益</translation>
    </message>
    <message>
      <source>Identify</source>
      <translation>辨识</translation>
    </message>
    <message>
      <source>Results</source>
      <translation>结果</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/gains_page.py</name>
    <message>
      <source>Find the drive gains</source>
      <translation>求驱动增益</translation>
    </message>
    <message>
      <source>Find the gains</source>
      <translation>求增益</translation>
    </message>
    <message>
      <source>Finding the drive gains</source>
      <translation>正在求驱动增益</translation>
    </message>
    <message>
      <source>The visit has no two runs of a rich motion. Run the planned motion without the mass and with it, or import such recordings.</source>
      <translation>本次服务没有两次丰富运动的运行。请在无质量和有质量时各运行一次规划的运动，或导入这样的记录。</translation>
    </message>
    <message>
      <source>The runs make no pairs: {without} without and {loaded} with the mass. Tick as many of each.</source>
      <translation>运行不成对：无质量 {without} 次，有质量 {loaded} 次。请勾选相同的数目。</translation>
    </message>
    <message>
      <source>Enter the mass that was weighed, above zero: it gives the gains their scale.</source>
      <translation>请输入称得的质量，须大于零：它确定增益的尺度。</translation>
    </message>
    <message>
      <source>Ready. One pair of runs is usable at best; two different motions tell more.</source>
      <translation>就绪。只有一对运行时最多为可用；两种不同的运动说明更多。</translation>
    </message>
    <message>
      <source>Ready. The runs make pairs in the order of this list.</source>
      <translation>就绪。运行按此列表的顺序成对。</translation>
    </message>
    <message>
      <source>Where its centre lies is found with the gains.</source>
      <translation>质心的位置随增益一起求得。</translation>
    </message>
    <message>
      <source>Use them for the model</source>
      <translation>用于模型</translation>
    </message>
    <message>
      <source>They are not good enough to be used: repeat the runs as the reasons say.</source>
      <translation>它们不够好，不能使用：请按理由重做运行。</translation>
    </message>
    <message>
      <source>Progress of the drive gains</source>
      <translation>驱动增益的进度</translation>
    </message>
    <message>
      <source>Enter the mass that was weighed</source>
      <translation>请输入称得的质量</translation>
    </message>
    <message>
      <source>The drive gain turns current into torque. Runs without and with a weighed mass say what each gain is on this very arm.</source>
      <translation>驱动增益把电流换算成转矩。不带和带称重质量的运行给出这台机械臂上的每个增益。</translation>
    </message>
    <message>
      <source>Tick at least one run under Without.</source>
      <translation>请在“无负载”下至少勾选一次运行。</translation>
    </message>
    <message>
      <source>Tick at least one run under With.</source>
      <translation>请在“有负载”下至少勾选一次运行。</translation>
    </message>
    <message>
      <source>as the runs say</source>
      <translation>以运行为准</translation>
    </message>
    <message>
      <source>The next model uses them, and so does every payload of this visit.</source>
      <translation>下一个模型使用它们，本次服务的每个负载也使用。</translation>
    </message>
    <message>
      <source>Every payload of this visit uses them. The model does not use them yet.</source>
      <translation>本次服务的每个负载都使用它们。模型尚未使用。</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/gains_presentation.py</name>
    <message>
      <source>The drive gains that were found with a weighed mass.</source>
      <translation>用称过重的质量求得的驱动增益。</translation>
    </message>
    <message>
      <source>These runs determine no drive gain.</source>
      <translation>这些运行无法确定任何驱动增益。</translation>
    </message>
    <message>
      <source>The gains of {known} of {count} joints are known within {worst}.</source>
      <translation>{count} 个关节中 {known} 个的增益已知，误差在 {worst} 以内。</translation>
    </message>
    <message>
      <source>The gains of all {count} joints are known within {worst}.</source>
      <translation>全部 {count} 个关节的增益已知，误差在 {worst} 以内。</translation>
    </message>
    <message>
      <source>found</source>
      <translation>测得</translation>
    </message>
    <message>
      <source>maker's</source>
      <translation>厂商的值</translation>
    </message>
    <message>
      <source>of the maker's</source>
      <translation>与厂商之比</translation>
    </message>
    <message>
      <source>run without the mass</source>
      <translation>无质量的运行</translation>
    </message>
    <message>
      <source>run with the mass</source>
      <translation>有质量的运行</translation>
    </message>
    <message>
      <source>mass</source>
      <translation>质量</translation>
    </message>
    <message>
      <source>The mass on the flange</source>
      <translation>法兰上的质量</translation>
    </message>
    <message>
      <source>The mass is as weighed; its centre x, y, z from the flange was found with the gains.</source>
      <translation>质量为称得的值；相对法兰的质心 x、y、z 随增益一起求得。</translation>
    </message>
    <message>
      <source>The ± are from the scatter between pairs of runs and blocks of time, and from what other friction models find in the same runs.</source>
      <translation>± 来自各对运行之间、各时间段之间的离散，以及其他摩擦模型对同样运行的结果。</translation>
    </message>
    <message>
      <source>The ± are from the scatter between blocks of time, and from what other friction models find in the same runs.</source>
      <translation>± 来自各时间段之间的离散，以及其他摩擦模型对同样运行的结果。</translation>
    </message>
    <message>
      <source>Most that is left of a current</source>
      <translation>电流的最大剩余</translation>
    </message>
    <message>
      <source>What the gains rest on</source>
      <translation>增益的依据</translation>
    </message>
    <message>
      <source>Drive gains of {robot}</source>
      <translation>{robot} 的驱动增益</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/identifying.py</name>
    <message>
      <source>Identifying</source>
      <translation>正在辨识</translation>
    </message>
    <message>
      <source>Stopped. The best model so far was kept.</source>
      <translation>已停止。目前最好的模型已保留。</translation>
    </message>
    <message>
      <source>It was not judged on any recording. Identify can go on where it stopped.</source>
      <translation>未用任何录制数据评判。“辨识”可从停止处继续。</translation>
    </message>
    <message>
      <source>Stopped. Nothing was changed.</source>
      <translation>已停止。未作任何更改。</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/import_views.py</name>
    <message>
      <source>Columns of the file</source>
      <translation>文件的列</translation>
    </message>
    <message>
      <source>follows from your choice</source>
      <translation>随您的选择而定</translation>
    </message>
    <message>
      <source>time</source>
      <translation>时间</translation>
    </message>
    <message>
      <source>Sample rate in Hz</source>
      <translation>采样率（Hz）</translation>
    </message>
    <message>
      <source>Take this rate</source>
      <translation>采用此采样率</translation>
    </message>
    <message>
      <source>What is in the recording</source>
      <translation>记录的内容</translation>
    </message>
    <message>
      <source>unclear: choose below</source>
      <translation>不明确：请在下方选择</translation>
    </message>
    <message>
      <source>left out</source>
      <translation>不计入</translation>
    </message>
    <message>
      <source>order of the joints</source>
      <translation>关节顺序</translation>
    </message>
    <message>
      <source>signs of joints</source>
      <translation>关节符号</translation>
    </message>
    <message>
      <source>units of joints</source>
      <translation>关节单位</translation>
    </message>
    <message>
      <source>order of the torques</source>
      <translation>力矩顺序</translation>
    </message>
    <message>
      <source>signs of torques</source>
      <translation>力矩符号</translation>
    </message>
    <message>
      <source>joint counted from the horizon</source>
      <translation>以水平面为基准的关节</translation>
    </message>
    <message>
      <source>zeros of joints</source>
      <translation>关节零点</translation>
    </message>
    <message>
      <source>take the rows that are left</source>
      <translation>采用剩下的行</translation>
    </message>
    <message>
      <source>Many rows are missing</source>
      <translation>缺少许多行</translation>
    </message>
    <message>
      <source>Effort is</source>
      <translation>effort 是</translation>
    </message>
    <message>
      <source>such as 500</source>
      <translation>例如 500</translation>
    </message>
    <message>
      <source>Columns</source>
      <translation>列</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>名称</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>含义</translation>
    </message>
    <message>
      <source>Because</source>
      <translation>依据</translation>
    </message>
    <message>
      <source>First rows</source>
      <translation>前几行</translation>
    </message>
    <message>
      <source>What {file} was understood to hold</source>
      <translation>对 {file} 内容的理解</translation>
    </message>
    <message>
      <source>put right: {kinds}</source>
      <translation>更正：{kinds}</translation>
    </message>
    <message>
      <source>{unit}, as the file has it</source>
      <translation>{unit}，与文件一致</translation>
    </message>
    <message>
      <source>{meaning} (columns {columns})</source>
      <translation>{meaning}（第 {columns} 列）</translation>
    </message>
    <message>
      <source>Sheet</source>
      <translation>工作表</translation>
    </message>
    <message>
      <source>Topic</source>
      <translation>话题</translation>
    </message>
    <message>
      <source>current, A</source>
      <translation>电流，A</translation>
    </message>
    <message>
      <source>torque at the joint, N·m</source>
      <translation>关节力矩，N·m</translation>
    </message>
    <message>
      <source>choose …</source>
      <translation>请选择 …</translation>
    </message>
    <message>
      <source>Meaning of columns {columns}</source>
      <translation>第 {columns} 列的含义</translation>
    </message>
    <message>
      <source>Columns {columns}</source>
      <translation>第 {columns} 列</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/page.py</name>
    <message>
      <source>chosen by data</source>
      <translation>按数据选择</translation>
    </message>
    <message>
      <source>Identify the model</source>
      <translation>辨识模型</translation>
    </message>
    <message>
      <source>Friction, dynamics and what is left are found in turns until nothing more is gained. You can stop; the best result so far is kept.</source>
      <translation>轮流求出摩擦、动力学和剩余部分，直到不再改善。可以停止；目前最好的结果会保留。</translation>
    </message>
    <message>
      <source>Progress of the identification</source>
      <translation>辨识进度</translation>
    </message>
    <message>
      <source>Go on where it stopped</source>
      <translation>从停止处继续</translation>
    </message>
    <message>
      <source>What each loop leaves of the torque</source>
      <translation>每一轮后力矩的剩余量</translation>
    </message>
    <message>
      <source>See the results</source>
      <translation>查看结果</translation>
    </message>
    <message>
      <source>Starting</source>
      <translation>正在开始</translation>
    </message>
    <message>
      <source>nothing yet</source>
      <translation>尚无</translation>
    </message>
    <message>
      <source>Left of the torque</source>
      <translation>力矩剩余</translation>
    </message>
    <message>
      <source>Stopped early: the model is a part result.</source>
      <translation>已提前停止：模型只是部分结果。</translation>
    </message>
    <message>
      <source>Fitted on: {fit}.
Kept back to judge: {judge}.</source>
      <translation>用于拟合：{fit}。
留作评判：{judge}。</translation>
    </message>
    <message>
      <source>Friction: {friction}. Estimator: {estimator}. Learner: {learner}. Low-pass filter: {cutoff}.</source>
      <translation>摩擦：{friction}。估计器：{estimator}。学习器：{learner}。低通滤波器：{cutoff}。</translation>
    </message>
    <message>
      <source>Not identified yet.</source>
      <translation>尚未辨识。</translation>
    </message>
    <message>
      <source>Done. The model was made with this choice.</source>
      <translation>已完成。模型按此选择建立。</translation>
    </message>
    <message>
      <source>Out of date: the runs or options were changed since the last model.</source>
      <translation>已过期：建立上一个模型之后，运行或选项有改动。</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/parameters.py</name>
    <message>
      <source>Friction parameters: {model}</source>
      <translation>摩擦参数：{model}</translation>
    </message>
    <message>
      <source>Base parameters</source>
      <translation>基参数</translation>
    </message>
    <message>
      <source>Offsets and coupling</source>
      <translation>偏置与耦合</translation>
    </message>
    <message>
      <source>Parameters</source>
      <translation>参数</translation>
    </message>
    <message>
      <source>parameter</source>
      <translation>参数</translation>
    </message>
    <message>
      <source>statistical ±</source>
      <translation>统计 ±</translation>
    </message>
    <message>
      <source>systematic ±</source>
      <translation>系统 ±</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/presentation.py</name>
    <message>
      <source>Friction of {joint}: {count} measured points and the model's curve.</source>
      <translation>{joint} 的摩擦：{count} 个测量点和模型曲线。</translation>
    </message>
    <message>
      <source>measured, mean and spread</source>
      <translation>实测，均值与离散</translation>
    </message>
    <message>
      <source>Learner: {kind} on {features}; error on runs left out</source>
      <translation>学习器：{kind}，基于{features}；留出记录上的误差</translation>
    </message>
    <message>
      <source>fit</source>
      <translation>拟合</translation>
    </message>
    <message>
      <source>judge</source>
      <translation>评判</translation>
    </message>
    <message>
      <source>condition {value}</source>
      <translation>条件数 {value}</translation>
    </message>
    <message>
      <source>recording</source>
      <translation>录制数据</translation>
    </message>
    <message>
      <source>used to</source>
      <translation>用途</translation>
    </message>
    <message>
      <source>samples</source>
      <translation>样本</translation>
    </message>
    <message>
      <source>all joints</source>
      <translation>所有关节</translation>
    </message>
    <message>
      <source>RMS torque, N·m</source>
      <translation>RMS 力矩，N·m</translation>
    </message>
    <message>
      <source>RMS current, A</source>
      <translation>RMS 电流，A</translation>
    </message>
    <message>
      <source>relative error</source>
      <translation>相对误差</translation>
    </message>
    <message>
      <source>RMS torque moving, N·m</source>
      <translation>运动时 RMS 力矩，N·m</translation>
    </message>
    <message>
      <source>Measured against model: {recording}</source>
      <translation>实测与模型对比：{recording}</translation>
    </message>
    <message>
      <source>Friction of the model</source>
      <translation>模型的摩擦</translation>
    </message>
    <message>
      <source>model at steady speed, without load</source>
      <translation>模型，恒速、无载荷</translation>
    </message>
    <message>
      <source>set-up</source>
      <translation>设置</translation>
    </message>
    <message>
      <source>as described</source>
      <translation>按描述</translation>
    </message>
    <message>
      <source>put right</source>
      <translation>修正后</translation>
    </message>
    <message>
      <source>round</source>
      <translation>轮次</translation>
    </message>
    <message>
      <source>loop</source>
      <translation>回路</translation>
    </message>
    <message>
      <source>without</source>
      <translation>不使用</translation>
    </message>
    <message>
      <source>with</source>
      <translation>使用</translation>
    </message>
    <message>
      <source>why</source>
      <translation>原因</translation>
    </message>
    <message>
      <source>mass, kg</source>
      <translation>质量，kg</translation>
    </message>
    <message>
      <source>rotor inertia, kg·m²</source>
      <translation>转子惯量，kg·m²</translation>
    </message>
    <message>
      <source>smallest eigenvalue of pseudo-inertia</source>
      <translation>伪惯量最小特征值</translation>
    </message>
    <message>
      <source>fitted recording</source>
      <translation>拟合所用录制数据</translation>
    </message>
    <message>
      <source>rows of the file</source>
      <translation>文件的行</translation>
    </message>
    <message>
      <source>SHA-256 begins</source>
      <translation>SHA-256 开头</translation>
    </message>
    <message>
      <source>What the model was fitted to</source>
      <translation>模型的拟合数据</translation>
    </message>
    <message>
      <source>How it was fitted</source>
      <translation>拟合方式</translation>
    </message>
    <message>
      <source>payload</source>
      <translation>负载</translation>
    </message>
    <message>
      <source>lost</source>
      <translation>丢失</translation>
    </message>
    <message>
      <source>All recordings</source>
      <translation>全部记录</translation>
    </message>
    <message>
      <source>nearest possible bodies</source>
      <translation>最接近的可实现刚体</translation>
    </message>
    <message>
      <source>moving: {value}</source>
      <translation>运动中：{value}</translation>
    </message>
    <message>
      <source>Relative error</source>
      <translation>相对误差</translation>
    </message>
    <message>
      <source>How well the model predicts</source>
      <translation>模型的预测精度</translation>
    </message>
    <message>
      <source>Share of the torque that stays unexplained</source>
      <translation>未能解释的力矩比例</translation>
    </message>
    <message>
      <source>The three loops: what each leaves</source>
      <translation>三个回路：各自剩余的力矩</translation>
    </message>
    <message>
      <source>Nearest possible bodies</source>
      <translation>最接近的可实现刚体</translation>
    </message>
    <message>
      <source>What these bodies cost</source>
      <translation>采用这些刚体的代价</translation>
    </message>
    <message>
      <source>Model of {robot}</source>
      <translation>{robot} 的模型</translation>
    </message>
    <message>
      <source>RMS torque residual</source>
      <translation>RMS 力矩残差</translation>
    </message>
    <message>
      <source>torque: {value}</source>
      <translation>力矩：{value}</translation>
    </message>
    <message>
      <source>RMS current residual</source>
      <translation>RMS 电流残差</translation>
    </message>
    <message>
      <source>all joints together</source>
      <translation>所有关节合计</translation>
    </message>
    <message>
      <source>Time</source>
      <translation>时间</translation>
    </message>
    <message>
      <source>all</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>not stated</source>
      <translation>未说明</translation>
    </message>
    <message>
      <source>measured</source>
      <translation>实测</translation>
    </message>
    <message>
      <source>on</source>
      <translation>开</translation>
    </message>
    <message>
      <source>off</source>
      <translation>关</translation>
    </message>
    <message>
      <source>centre {axis}, m</source>
      <translation>质心 {axis}，m</translation>
    </message>
    <message>
      <source>{recording} (ended early)</source>
      <translation>{recording}（提前结束）</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/recordings_model.py</name>
    <message>
      <source>A payload looks like 2.4 kg or 5.3 lb.</source>
      <translation>负载的写法如 2.4 kg 或 5.3 lb。</translation>
    </message>
    <message>
      <source>Rows look like 101:3300.</source>
      <translation>行的写法如 101:3300。</translation>
    </message>
    <message>
      <source>nothing</source>
      <translation>无</translation>
    </message>
    <message>
      <source>1 row</source>
      <translation>1 行</translation>
    </message>
    <message>
      <source>Label</source>
      <translation>标签</translation>
    </message>
    <message>
      <source>Rows</source>
      <translation>行</translation>
    </message>
    <message>
      <source>Duration</source>
      <translation>时长</translation>
    </message>
    <message>
      <source>Rate</source>
      <translation>速率</translation>
    </message>
    <message>
      <source>Torque from</source>
      <translation>力矩来源</translation>
    </message>
    <message>
      <source>Left out</source>
      <translation>剔除</translation>
    </message>
    <message>
      <source>ready to import</source>
      <translation>可以导入</translation>
    </message>
    <message>
      <source>{count} rows</source>
      <translation>{count} 行</translation>
    </message>
    <message>
      <source>{label}: nothing was left out.</source>
      <translation>{label}：未剔除任何数据。</translation>
    </message>
    <message>
      <source>not said</source>
      <translation>未说明</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/recordings_page.py</name>
    <message>
      <source>{title} ({name}, {count} joints)</source>
      <translation>{title}（{name}，{count} 个关节）</translation>
    </message>
    <message>
      <source>Rows, payload and label can be changed in the table before the import.</source>
      <translation>导入前可在表中修改行、负载和标签。</translation>
    </message>
    <message>
      <source>Choose recordings</source>
      <translation>选择录制数据</translation>
    </message>
    <message>
      <source>Choose the robot, then add its recordings. Nothing in the files is changed.</source>
      <translation>选择机器人，然后添加其录制数据。文件内容不会改动。</translation>
    </message>
    <message>
      <source>Add files …</source>
      <translation>添加文件 …</translation>
    </message>
    <message>
      <source>Layout of CSV files</source>
      <translation>CSV 文件的列布局</translation>
    </message>
    <message>
      <source>How the files become recordings</source>
      <translation>文件如何成为记录</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>移除</translation>
    </message>
    <message>
      <source>The cell was left as it was.</source>
      <translation>单元格保持原样。</translation>
    </message>
    <message>
      <source>Import 1 file</source>
      <translation>导入 1 个文件</translation>
    </message>
    <message>
      <source>Add recordings</source>
      <translation>添加录制数据</translation>
    </message>
    <message>
      <source>Choose a layout of CSV files</source>
      <translation>选择 CSV 文件的列布局</translation>
    </message>
    <message>
      <source>Drop recordings here, or press Add files.</source>
      <translation>把录制数据拖放到此处，或按“添加文件”。</translation>
    </message>
    <message>
      <source>CSV, NumPy, MATLAB, Excel, Parquet, ROS bags, MCAP. The recording's clock is kept.</source>
      <translation>CSV、NumPy、MATLAB、Excel、Parquet、ROS bag、MCAP。录制的时钟保持不变。</translation>
    </message>
    <message>
      <source>Use 1 recording</source>
      <translation>使用 1 条记录</translation>
    </message>
    <message>
      <source>Use {count} recordings</source>
      <translation>使用 {count} 条记录</translation>
    </message>
    <message>
      <source>CSV: {name}</source>
      <translation>CSV：{name}</translation>
    </message>
    <message>
      <source>CSV: recognised</source>
      <translation>CSV：自动识别</translation>
    </message>
    <message>
      <source>CSV: layout from a file …</source>
      <translation>CSV：从文件读取布局 …</translation>
    </message>
    <message>
      <source>Layouts (*.toml)</source>
      <translation>布局 (*.toml)</translation>
    </message>
    <message>
      <source>Each file is one recording</source>
      <translation>每个文件为一个记录</translation>
    </message>
    <message>
      <source>Several runs in a file, with rests between</source>
      <translation>一个文件含多次运行，中间有停顿</translation>
    </message>
    <message>
      <source>Import {count} files</source>
      <translation>导入 {count} 个文件</translation>
    </message>
    <message>
      <source>Recordings ({endings})</source>
      <translation>录制数据 ({endings})</translation>
    </message>
    <message>
      <source>The files were joined to one recording.</source>
      <translation>这些文件已合并为一个记录。</translation>
    </message>
    <message>
      <source>One run in several files</source>
      <translation>多个文件为同一次运行</translation>
    </message>
    <message>
      <source>For: {purpose}. Tick recordings of this visit, or add files to import.</source>
      <translation>用于：{purpose}。勾选本次检测的记录，或添加要导入的文件。</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/result_views.py</name>
    <message>
      <source>{given}, put right {right}</source>
      <translation>{given}，修正后 {right}</translation>
    </message>
    <message>
      <source>Torque without friction over time</source>
      <translation>去除摩擦后的力矩随时间变化</translation>
    </message>
    <message>
      <source>What is left of the torque over time</source>
      <translation>力矩剩余部分随时间变化</translation>
    </message>
    <message>
      <source>Recordings compared</source>
      <translation>录制数据比较</translation>
    </message>
    <message>
      <source>RMS torque</source>
      <translation>RMS 力矩</translation>
    </message>
    <message>
      <source>RMS current</source>
      <translation>RMS 电流</translation>
    </message>
    <message>
      <source>Correct and identify again</source>
      <translation>修正并重新辨识</translation>
    </message>
    <message>
      <source>measured, friction taken out</source>
      <translation>实测，已去除摩擦</translation>
    </message>
    <message>
      <source>gravity and inertia</source>
      <translation>重力与惯性</translation>
    </message>
    <message>
      <source>left over</source>
      <translation>剩余</translation>
    </message>
    <message>
      <source>what the learner expects</source>
      <translation>学习器的预期</translation>
    </message>
    <message>
      <source>Joint {joint} in {label}: {first}, up to {size} {unit}, and {second}.</source>
      <translation>{label} 中的关节 {joint}：{first}，最大 {size} {unit}，以及{second}。</translation>
    </message>
    <message>
      <source>measured, with ±</source>
      <translation>实测，带 ±</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/results_page.py</name>
    <message>
      <source>Review the model</source>
      <translation>查看辨识模型</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>录制</translation>
    </message>
    <message>
      <source>Choice of friction and filter</source>
      <translation>摩擦与滤波器的选择</translation>
    </message>
    <message>
      <source>Part</source>
      <translation>组成部分</translation>
    </message>
    <message>
      <source>{label} (fitted)</source>
      <translation>{label}（已用于拟合）</translation>
    </message>
    <message>
      <source>Part result: the work was stopped early. It was not judged on any recording.</source>
      <translation>部分结果：工作被提前停止。未用任何录制数据评判。</translation>
    </message>
    <message>
      <source>All of it</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>Dynamics</source>
      <translation>动力学</translation>
    </message>
    <message>
      <source>Learned</source>
      <translation>学习部分</translation>
    </message>
    <message>
      <source>Comparison</source>
      <translation>比较</translation>
    </message>
    <message>
      <source>Choice</source>
      <translation>选择</translation>
    </message>
    <message>
      <source>Out of date: the runs or options were changed since. Identify again to renew it.</source>
      <translation>已过期：之后运行或选项有改动。重新辨识即可更新。</translation>
    </message>
    <message>
      <source>Look at the run that was kept back first: it shows what the model is worth.</source>
      <translation>先看留出的运行：它表明模型的质量。</translation>
    </message>
    <message>
      <source>Reasons ({count})</source>
      <translation>原因（{count}）</translation>
    </message>
  </context>
  <context>
    <name>app/features/identification/sentences.py</name>
    <message>
      <source>On motion that was kept back it misses {share} of the torque.</source>
      <translation>在留出的运动上，误差为力矩的 {share}。</translation>
    </message>
    <message>
      <source>Recordings the model was fitted to: {fitted}; others it was judged on: {kept}.</source>
      <translation>模型拟合所用的录制数据：{fitted}；用于评判的其他录制数据：{kept}。</translation>
    </message>
    <message>
      <source>They raise the error by {cost} in the fit.</source>
      <translation>它们使拟合误差增大 {cost}。</translation>
    </message>
    <message>
      <source>{count} of their parameters are open in the data and chosen near the robot description: {names}.</source>
      <translation>其中 {count} 个参数数据无法确定，取值接近机器人描述：{names}。</translation>
    </message>
    <message>
      <source>Friction {friction}, estimator {estimator}, low-pass at {cutoff} Hz without phase, all samples, uncertainty from blocks of {block} s, drive gains: {gains}.</source>
      <translation>摩擦 {friction}，估计器 {estimator}，{cutoff} Hz 零相位低通，全部样本，不确定度取自 {block} s 的分块，驱动增益：{gains}。</translation>
    </message>
    <message>
      <source>{rows} regression rows, {columns} columns of rank {rank}, condition number {condition} ({convention}).</source>
      <translation>{rows} 行回归方程，{columns} 列，秩 {rank}，条件数 {condition}（{convention}）。</translation>
    </message>
    <message>
      <source>the manufacturer's</source>
      <translation>制造商提供</translation>
    </message>
    <message>
      <source>as given</source>
      <translation>按给定值</translation>
    </message>
    <message>
      <source>identified with a known payload</source>
      <translation>用已知负载辨识</translation>
    </message>
    <message>
      <source>not needed</source>
      <translation>不需要</translation>
    </message>
    <message>
      <source>largest over smallest singular value of the weighted regressor with all its columns, columns unscaled, SI units</source>
      <translation>加权回归矩阵全部列的最大与最小奇异值之比，列未缩放，SI 单位</translation>
    </message>
    <message>
      <source>first fit</source>
      <translation>首次拟合</translation>
    </message>
    <message>
      <source>Nothing was fitted yet.</source>
      <translation>尚未拟合。</translation>
    </message>
    <message>
      <source>First fit done. Friction and dynamics take turns from here.</source>
      <translation>首次拟合已完成。此后摩擦与动力学轮流进行。</translation>
    </message>
    <message>
      <source>The fit was stopped before the friction was drawn.</source>
      <translation>绘出摩擦之前，拟合已停止。</translation>
    </message>
    <message>
      <source>No learner was asked for. Choose one under More options of Choose runs.</source>
      <translation>未选用学习器。在“选择运行”的“更多选项”中选择一个。</translation>
    </message>
    <message>
      <source>They raise the error by {cost} in the fit, {kept} on motion kept back.</source>
      <translation>它们使拟合误差增大 {cost}，在留出的运动上增大 {kept}。</translation>
    </message>
    <message>
      <source>Friction {friction}, estimator {estimator}, low-pass at {cutoff} Hz without phase, moving samples only, uncertainty from blocks of {block} s, drive gains: {gains}.</source>
      <translation>摩擦 {friction}，估计器 {estimator}，{cutoff} Hz 零相位低通，仅运动样本，不确定度取自 {block} s 的分块，驱动增益：{gains}。</translation>
    </message>
    <message>
      <source>{count} base parameters and the friction of {joints} joints.</source>
      <translation>{count} 个基本参数，以及 {joints} 个关节的摩擦。</translation>
    </message>
    <message>
      <source>dynamics</source>
      <translation>动力学</translation>
    </message>
    <message>
      <source>learned</source>
      <translation>学习部分</translation>
    </message>
    <message>
      <source>Round {rounds}: what the model leaves is down to {share} of the first fit.</source>
      <translation>第 {rounds} 轮：模型的剩余部分降到首次拟合的 {share}。</translation>
    </message>
    <message>
      <source>Turning slowly without load takes {slow} {unit}, at its fastest here {fast} {unit}.</source>
      <translation>空载慢速转动需要 {slow} {unit}，此处最快时需要 {fast} {unit}。</translation>
    </message>
    <message>
      <source>The load on the gear does not change it noticeably.</source>
      <translation>减速器上的载荷对其没有明显影响。</translation>
    </message>
    <message>
      <source>{known} of {count} parameters of the links are known well enough to be used.</source>
      <translation>{count} 个连杆参数中有 {known} 个足够准确，可以使用。</translation>
    </message>
    <message>
      <source>No real links with such parameters were found.</source>
      <translation>未找到具有这些参数的真实连杆。</translation>
    </message>
    <message>
      <source>Real links with these parameters exist.</source>
      <translation>存在具有这些参数的真实连杆。</translation>
    </message>
    <message>
      <source>On: on runs left out one after the other, the error fell by {gain}.</source>
      <translation>已启用：在逐个留出的运行上，误差减小 {gain}。</translation>
    </message>
    <message>
      <source>Corrected: velocities are computed from the positions.</source>
      <translation>已修正：速度由位置计算。</translation>
    </message>
    <message>
      <source>Of the load on the gear, {share} ± {std} come on top.</source>
      <translation>另加减速器载荷的 {share} ± {std}。</translation>
    </message>
    <message>
      <source>The nearest real links raise the error by {cost}.</source>
      <translation>最接近的真实连杆使误差增大 {cost}。</translation>
    </message>
    <message>
      <source>Off for this joint.</source>
      <translation>此关节已关闭。</translation>
    </message>
    <message>
      <source>Corrected: gravity is {gravity} m/s² in the base frame.</source>
      <translation>已修正：基座坐标系中的重力为 {gravity} m/s²。</translation>
    </message>
    <message>
      <source>Corrected: torques are taken as late as they were recorded: {late}.</source>
      <translation>已修正：力矩按记录的滞后时间取值：{late}。</translation>
    </message>
    <message>
      <source>Corrected: the joints read zero at {zeros}.</source>
      <translation>已修正：各关节读数为零的位置是 {zeros}。</translation>
    </message>
    <message>
      <source>Corrected: {joints} is counted from the horizon.</source>
      <translation>已修正：{joints} 从水平面计数。</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/browser.py</name>
    <message>
      <source>Find a signal</source>
      <translation>查找信号</translation>
    </message>
    <message>
      <source>Signals</source>
      <translation>信号</translation>
    </message>
    <message>
      <source>Work a signal out</source>
      <translation>计算一个信号</translation>
    </message>
    <message>
      <source>e.g. {line}</source>
      <translation>例如 {line}</translation>
    </message>
    <message>
      <source>Remove it</source>
      <translation>移除</translation>
    </message>
    <message>
      <source>Over {signal}</source>
      <translation>相对于 {signal} 绘制</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/charts.py</name>
    <message>
      <source>{curve}, earlier</source>
      <translation>{curve}，较早</translation>
    </message>
    <message>
      <source>Chart {number}</source>
      <translation>图表 {number}</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/controls.py</name>
    <message>
      <source>How much of the past is shown</source>
      <translation>显示多长的历史</translation>
    </message>
    <message>
      <source>Layout</source>
      <translation>布局</translation>
    </message>
    <message>
      <source>Name of the layout</source>
      <translation>布局名称</translation>
    </message>
    <message>
      <source>Name, then Enter</source>
      <translation>名称，然后回车</translation>
    </message>
    <message>
      <source>Note</source>
      <translation>备注</translation>
    </message>
    <message>
      <source>Zero</source>
      <translation>归零</translation>
    </message>
    <message>
      <source>The present twist counts as none from now on (Z)</source>
      <translation>从现在起把当前扭转计为零（Z）</translation>
    </message>
    <message>
      <source>Clear zero</source>
      <translation>清除零点</translation>
    </message>
    <message>
      <source>Show the twist as the encoders report it</source>
      <translation>按编码器给出的值显示扭转</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>暂停</translation>
    </message>
    <message>
      <source>Hold the picture; the stream and a recording go on (P)</source>
      <translation>停住画面；数据流和录制继续 (P)</translation>
    </message>
    <message>
      <source>Cursors</source>
      <translation>游标</translation>
    </message>
    <message>
      <source>Two lines to measure between, the same in all charts (C)</source>
      <translation>两条测量线，在所有图表中位置相同（C）</translation>
    </message>
    <message>
      <source>Save this view …</source>
      <translation>保存此视图 …</translation>
    </message>
    <message>
      <source>All charts as CSV with units, as PNG, or as SVG (S)</source>
      <translation>所有图表：带单位的 CSV、PNG 或 SVG（S）</translation>
    </message>
    <message>
      <source>Whole</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>Save this layout …</source>
      <translation>保存此布局 …</translation>
    </message>
    <message>
      <source>Export this layout …</source>
      <translation>导出此布局 …</translation>
    </message>
    <message>
      <source>Import a layout …</source>
      <translation>导入布局 …</translation>
    </message>
    <message>
      <source>On the time axis, and with the recording (N)</source>
      <translation>在时间轴上，并随录制保存 (N)</translation>
    </message>
    <message>
      <source>Note on what happens now</source>
      <translation>关于当前情况的备注</translation>
    </message>
    <message>
      <source>Note, then Enter</source>
      <translation>备注，然后回车</translation>
    </message>
    <message>
      <source>Record 10 s before to 20 s after this becomes true, whatever page is shown</source>
      <translation>当条件成立时，记录之前 10 秒至之后 20 秒，无论显示哪一页</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>继续</translation>
    </message>
    <message>
      <source>Armed · {count}</source>
      <translation>已布防 · {count}</translation>
    </message>
    <message>
      <source>Waits for {line}. Press to end that.</source>
      <translation>等待 {line}。按下即结束。</translation>
    </message>
    <message>
      <source>Zero again</source>
      <translation>重新归零</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>移除 {name}</translation>
    </message>
    <message>
      <source>Zeroed {time}</source>
      <translation>{time} 已归零</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/feature.py</name>
    <message>
      <source>Live diagnostics</source>
      <translation>实时诊断</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/frames.py</name>
    <message>
      <source>Recording starts</source>
      <translation>录制开始</translation>
    </message>
    <message>
      <source>Recording ends</source>
      <translation>录制结束</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/layouts.py</name>
    <message>
      <source>Gear check</source>
      <translation>减速器检查</translation>
    </message>
    <message>
      <source>Tracking</source>
      <translation>跟踪</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <source>Torque against model</source>
      <translation>力矩与模型</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/loop_plot.py</name>
    <message>
      <source>{joint}: torque {low} to {high} {force}, twist {least} to {most} {unit}.</source>
      <translation>{joint}：力矩 {low} 至 {high} {force}，扭转 {least} 至 {most} {unit}。</translation>
    </message>
    <message>
      <source>Twist over torque</source>
      <translation>扭转与力矩的关系</translation>
    </message>
    <message>
      <source>Start over</source>
      <translation>重新开始</translation>
    </message>
    <message>
      <source>The loop builds up as soon as the joint carries changing torque.</source>
      <translation>关节承受变化的力矩后，迟滞环随即形成。</translation>
    </message>
    <message>
      <source>twist</source>
      <translation>扭转</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/loops.py</name>
    <message>
      <source>A to B</source>
      <translation>A 到 B</translation>
    </message>
    <message>
      <source>This controller reports one encoder per joint, so the twist of the gear cannot be seen. You see positions, torque and their spectra.</source>
      <translation>此控制器每个关节只提供一个编码器，看不到减速器的扭转。可以看到位置、力矩及其频谱。</translation>
    </message>
    <message>
      <source>last {seconds} s of A to B</source>
      <translation>A 到 B 的最后 {seconds} s</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/lower.py</name>
    <message>
      <source>Statistics of what is visible</source>
      <translation>可见部分的统计</translation>
    </message>
    <message>
      <source>Statistics of the marked range</source>
      <translation>标记范围的统计</translation>
    </message>
    <message>
      <source>Newest</source>
      <translation>最新</translation>
    </message>
    <message>
      <source>Smallest</source>
      <translation>最小</translation>
    </message>
    <message>
      <source>Largest</source>
      <translation>最大</translation>
    </message>
    <message>
      <source>Mean</source>
      <translation>平均</translation>
    </message>
    <message>
      <source>± std</source>
      <translation>± 标准差</translation>
    </message>
    <message>
      <source>RMS</source>
      <translation>均方根</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>范围</translation>
    </message>
    <message>
      <source>Rate, /s</source>
      <translation>变化率，/s</translation>
    </message>
    <message>
      <source>Slope, /s</source>
      <translation>斜率，/s</translation>
    </message>
    <message>
      <source>Curve</source>
      <translation>曲线</translation>
    </message>
    <message>
      <source>Loop and spectrum</source>
      <translation>迟滞环与频谱</translation>
    </message>
    <message>
      <source>Statistics</source>
      <translation>统计</translation>
    </message>
    <message>
      <source>Peak</source>
      <translation>峰值</translation>
    </message>
    <message>
      <source>At A</source>
      <translation>A 处</translation>
    </message>
    <message>
      <source>At B</source>
      <translation>B 处</translation>
    </message>
    <message>
      <source>Δ, B − A</source>
      <translation>Δ，B − A</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/opening.py</name>
    <message>
      <source>Now</source>
      <translation>当前</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>对比</translation>
    </message>
    <message>
      <source>Another recording in grey behind this one</source>
      <translation>另一段录制以灰色显示在其后</translation>
    </message>
    <message>
      <source>Last minutes</source>
      <translation>最近几分钟</translation>
    </message>
    <message>
      <source>Another visit …</source>
      <translation>其他现场记录 …</translation>
    </message>
    <message>
      <source>Reading {label}</source>
      <translation>正在读取 {label}</translation>
    </message>
    <message>
      <source>The visit's model gives no torques for this recording.</source>
      <translation>本次检测的模型无法给出这段录制的力矩。</translation>
    </message>
    <message>
      <source>Begin together</source>
      <translation>起点对齐</translation>
    </message>
    <message>
      <source>By phase of the motion</source>
      <translation>按运动相位对齐</translation>
    </message>
    <message>
      <source>Do not compare</source>
      <translation>不对比</translation>
    </message>
    <message>
      <source>Record when …</source>
      <translation>记录条件 …</translation>
    </message>
    <message>
      <source>By event: {event}</source>
      <translation>按事件对齐：{event}</translation>
    </message>
    <message>
      <source>{name} has no recordings.</source>
      <translation>{name} 没有录制数据。</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/page.py</name>
    <message>
      <source>Nothing moves on this page.</source>
      <translation>此页面不会移动任何东西。</translation>
    </message>
    <message>
      <source>Open a recording</source>
      <translation>打开录制数据</translation>
    </message>
    <message>
      <source>Go to now</source>
      <translation>回到当前</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>录制</translation>
    </message>
    <message>
      <source>Reads every signal until you end it. Nothing moves on this page.</source>
      <translation>读取每个信号，直到您结束。此页面不会移动任何东西。</translation>
    </message>
    <message>
      <source>Every sample in sight as {kind} …</source>
      <translation>将可见的每个采样存为 {kind} …</translation>
    </message>
    <message>
      <source>This page as PDF …</source>
      <translation>将本页存为 PDF …</translation>
    </message>
    <message>
      <source>Save the samples</source>
      <translation>保存采样</translation>
    </message>
    <message>
      <source>Save the page</source>
      <translation>保存页面</translation>
    </message>
    <message>
      <source>The note is in the recording.</source>
      <translation>备注已写入录制。</translation>
    </message>
    <message>
      <source>The trigger fired</source>
      <translation>触发条件已成立</translation>
    </message>
    <message>
      <source>Export this layout</source>
      <translation>导出此布局</translation>
    </message>
    <message>
      <source>Layouts (*.json)</source>
      <translation>布局 (*.json)</translation>
    </message>
    <message>
      <source>Import a layout</source>
      <translation>导入布局</translation>
    </message>
    <message>
      <source>Open a recording, or connect an arm to see it live.</source>
      <translation>打开录制数据，或连接机械臂以实时查看。</translation>
    </message>
    <message>
      <source>End recording · {length}</source>
      <translation>结束录制 · {length}</translation>
    </message>
    <message>
      <source>Every sample of A to B as {kind} …</source>
      <translation>将 A 到 B 的每个采样存为 {kind} …</translation>
    </message>
    <message>
      <source>A to B as PDF …</source>
      <translation>将 A 到 B 存为 PDF …</translation>
    </message>
    <message>
      <source>Nothing is recorded: the note is on the screen alone.</source>
      <translation>没有录制：备注仅显示在屏幕上。</translation>
    </message>
    <message>
      <source>{label} has the {before} s before it and the {after} s after.</source>
      <translation>{label} 含触发前 {before} 秒和触发后 {after} 秒。</translation>
    </message>
    <message>
      <source>Armed, whatever page is shown: {line}</source>
      <translation>已布防，无论显示哪一页：{line}</translation>
    </message>
    <message>
      <source>Layout {name} saved, for all arms.</source>
      <translation>布局 {name} 已保存，适用于所有机械臂。</translation>
    </message>
    <message>
      <source>No arm is connected</source>
      <translation>未连接机械臂</translation>
    </message>
    <message>
      <source>Written: {file}</source>
      <translation>已写入：{file}</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/paper.py</name>
    <message>
      <source>From {first} to {last} of {length}.</source>
      <translation>从 {first} 到 {last}，共 {length}。</translation>
    </message>
    <message>
      <source>Recorded {moment}.</source>
      <translation>记录于 {moment}。</translation>
    </message>
    <message>
      <source>Numbers of this range</source>
      <translation>此范围的数值</translation>
    </message>
    <message>
      <source>{y} over {x}</source>
      <translation>{y}，随 {x}</translation>
    </message>
    <message>
      <source>Event</source>
      <translation>事件</translation>
    </message>
    <message>
      <source>Events of this range</source>
      <translation>此范围的事件</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/plots.py</name>
    <message>
      <source>Acceleration</source>
      <translation>加速度</translation>
    </message>
    <message>
      <source>Motor rate</source>
      <translation>电机转速</translation>
    </message>
    <message>
      <source>Motor torque</source>
      <translation>电机力矩</translation>
    </message>
    <message>
      <source>Expected current</source>
      <translation>预期电流</translation>
    </message>
    <message>
      <source>Controller's torque</source>
      <translation>控制器力矩</translation>
    </message>
    <message>
      <source>Position x</source>
      <translation>位置 x</translation>
    </message>
    <message>
      <source>Position y</source>
      <translation>位置 y</translation>
    </message>
    <message>
      <source>Position z</source>
      <translation>位置 z</translation>
    </message>
    <message>
      <source>Shift by twist</source>
      <translation>扭转位移</translation>
    </message>
    <message>
      <source>Worked out</source>
      <translation>计算于</translation>
    </message>
    <message>
      <source>{joint} · {signal}</source>
      <translation>{joint} · {signal}</translation>
    </message>
    <message>
      <source>Tool</source>
      <translation>工具</translation>
    </message>
    <message>
      <source>Program</source>
      <translation>程序</translation>
    </message>
    <message>
      <source>Program line</source>
      <translation>程序行</translation>
    </message>
    <message>
      <source>Mode</source>
      <translation>模式</translation>
    </message>
    <message>
      <source>Safety</source>
      <translation>安全</translation>
    </message>
    <message>
      <source>Payload set</source>
      <translation>已设负载</translation>
    </message>
    <message>
      <source>At the tool</source>
      <translation>工具处</translation>
    </message>
    <message>
      <source>Corrected angle</source>
      <translation>修正后的角度</translation>
    </message>
    <message>
      <source>Stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <source>Running</source>
      <translation>运行中</translation>
    </message>
    <message>
      <source>Local</source>
      <translation>本地</translation>
    </message>
    <message>
      <source>Remote</source>
      <translation>远程</translation>
    </message>
    <message>
      <source>Normal</source>
      <translation>正常</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>停止</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/recorded.py</name>
    <message>
      <source>Play</source>
      <translation>播放</translation>
    </message>
    <message>
      <source>Moment of the recording</source>
      <translation>录制数据的时刻</translation>
    </message>
    <message>
      <source>{moment} of {length}</source>
      <translation>{moment} / {length}</translation>
    </message>
    <message>
      <source>Stop playing</source>
      <translation>停止播放</translation>
    </message>
    <message>
      <source>Earlier: {label}</source>
      <translation>较早：{label}</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/side.py</name>
    <message>
      <source>Raw</source>
      <translation>原始</translation>
    </message>
    <message>
      <source>Show the raw difference of the encoders</source>
      <translation>显示两个编码器的原始差值</translation>
    </message>
    <message>
      <source>Motor less link encoder as they come, with what the lag makes of it</source>
      <translation>电机侧编码器减连杆侧编码器的原值，含时延造成的部分</translation>
    </message>
    <message>
      <source>Corrected angles</source>
      <translation>修正角度</translation>
    </message>
    <message>
      <source>Where to send the joints so that the loaded tool is where you meant it</source>
      <translation>为使带载工具到达预期位置，关节应到的角度</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/spectrum_plot.py</name>
    <message>
      <source>No line stands out.</source>
      <translation>没有突出的谱线。</translation>
    </message>
    <message>
      <source>Highest lines, joint: place and amplitude. {lines}</source>
      <translation>最高的谱线，关节：位置和幅值。{lines}</translation>
    </message>
    <message>
      <source>Turn the joint by at least {turns} motor turns in one direction.</source>
      <translation>将关节朝一个方向转动至少 {turns} 电机转。</translation>
    </message>
    <message>
      <source>Frequency</source>
      <translation>频率</translation>
    </message>
    <message>
      <source>Cycles per motor turn</source>
      <translation>每电机转的周期数</translation>
    </message>
    <message>
      <source>Spectrum</source>
      <translation>频谱</translation>
    </message>
    <message>
      <source>Spectrum over</source>
      <translation>频谱横轴</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>对数</translation>
    </message>
    <message>
      <source>Heights in powers of ten</source>
      <translation>高度按十的幂显示</translation>
    </message>
    <message>
      <source>Not enough data for a spectrum yet.</source>
      <translation>数据尚不足以计算频谱。</translation>
    </message>
    <message>
      <source>Motor turns</source>
      <translation>电机转数</translation>
    </message>
    <message>
      <source>Joint {joint}: {turns} so far.</source>
      <translation>关节 {joint}：目前 {turns} 转。</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/view.py</name>
    <message>
      <source>Time before the end</source>
      <translation>结束前的时间</translation>
    </message>
    <message>
      <source>Time before the moment</source>
      <translation>该时刻之前的时间</translation>
    </message>
    <message>
      <source>The arm moved while zero was taken. Zero again when it stands still.</source>
      <translation>取零点时机械臂动了。等它静止后重新归零。</translation>
    </message>
    <message>
      <source>A plot has one unit. Drop it with Shift to draw it over the other.</source>
      <translation>一个图只有一种单位。按住上档键放下可绘制成相对于另一信号的图。</translation>
    </message>
    <message>
      <source>What the controller tells has a plot over time alone.</source>
      <translation>控制器给出的状态只能按时间绘制。</translation>
    </message>
    <message>
      <source>This arm has none of the signals of {name}.</source>
      <translation>此机械臂没有 {name} 的任何信号。</translation>
    </message>
    <message>
      <source>{quantity} made room: three charts at most.</source>
      <translation>已移除“{quantity}”以腾出位置：最多三个图表。</translation>
    </message>
  </context>
  <context>
    <name>app/features/live/words.py</name>
    <message>
      <source>Looking for the robot …</source>
      <translation>正在查找机器人 …</translation>
    </message>
    <message>
      <source>Twist moves the tool by {gears} mm, with the links {whole} mm.</source>
      <translation>扭转使工具移动 {gears} mm，计入连杆为 {whole} mm。</translation>
    </message>
    <message>
      <source>Command these to undo the load.
Only shown: they move nothing.</source>
      <translation>按这些角度下发指令可抵消载荷影响。
仅供显示：不会引起运动。</translation>
    </message>
    <message>
      <source>{axes} along the axes of the base: where the link encoders put the tool, less where the motors do</source>
      <translation>沿底座坐标轴 {axes}：按连杆侧编码器得出的工具位置，减去按电机得出的位置</translation>
    </message>
    <message>
      <source>Channel lag, left in
{lag} ms</source>
      <translation>通道时延，未扣除
{lag} ms</translation>
    </message>
    <message>
      <source>Link encoders say where the arm was so long ago, by the motion of the last seconds</source>
      <translation>连杆侧编码器给出的是这么久之前的机械臂位置，由最近几秒的运动得出</translation>
    </message>
    <message>
      <source>Something pushes on joint {joint}, about {torque} {unit}.</source>
      <translation>有外力作用在关节 {joint} 上，约 {torque} {unit}。</translation>
    </message>
    <message>
      <source>Paused at {time}. The stream goes on.</source>
      <translation>{time} 已暂停。数据流仍在继续。</translation>
    </message>
    <message>
      <source>Live</source>
      <translation>实时</translation>
    </message>
    <message>
      <source>Tool off by {gears} mm, with links {whole} mm ({known} of {all} joints).</source>
      <translation>工具偏移 {gears} mm，计入连杆 {whole} mm（{all} 个关节中的 {known} 个）。</translation>
    </message>
    <message>
      <source>For a controller that closes its loops on the motor encoders, and an arm that stands still.</source>
      <translation>适用于按电机侧编码器闭环的控制器，且机械臂静止。</translation>
    </message>
    <message>
      <source>Nothing is known of joints without a link encoder ({joints}): they are left out.</source>
      <translation>没有连杆侧编码器的关节（{joints}）情况未知：不计入。</translation>
    </message>
    <message>
      <source>No links are counted behind these joints: {joints}.</source>
      <translation>这些关节之后的连杆未计入：{joints}。</translation>
    </message>
    <message>
      <source>{axes} along the axes of the base, with the links behind the twisted joints counted</source>
      <translation>沿底座坐标轴 {axes}，已计入扭转关节之后的连杆</translation>
    </message>
    <message>
      <source>Channel lag: known
once joints have moved</source>
      <translation>通道时延：
关节动过后可知</translation>
    </message>
    <message>
      <source>Channel lag, taken out
{lag} ms</source>
      <translation>通道时延，已扣除
{lag} ms</translation>
    </message>
    <message>
      <source>Link encoders say where the arm was so long ago; as the analysis of the twist in this visit found it, joint by joint</source>
      <translation>连杆侧编码器给出的是这么久之前的机械臂位置；由本次现场记录的扭转分析逐关节得出</translation>
    </message>
    <message>
      <source>Something pushes on {count} joints, hardest on joint {joint}: about {torque} {unit}.</source>
      <translation>有外力作用在 {count} 个关节上，关节 {joint} 受力最大：约 {torque} {unit}。</translation>
    </message>
    <message>
      <source>Nothing is expected any more: the model cannot be used here. All else goes on.</source>
      <translation>不再给出预期值：模型在此无法使用。其他一切照常。</translation>
    </message>
    <message>
      <source>The model is being made ready.</source>
      <translation>正在准备模型。</translation>
    </message>
    <message>
      <source>Paused at {time}. Recording goes on.</source>
      <translation>{time} 已暂停。录制仍在继续。</translation>
    </message>
    <message>
      <source>No data yet</source>
      <translation>尚无数据</translation>
    </message>
    <message>
      <source>The last minutes of the stream</source>
      <translation>数据流的最近几分钟</translation>
    </message>
    <message>
      <source>All twist together moves the tool by {shift} mm.</source>
      <translation>所有扭转合计使工具移动 {shift} mm。</translation>
    </message>
    <message>
      <source>Zero here without the load first.</source>
      <translation>先在此处空载归零。</translation>
    </message>
    <message>
      <source>Zero again: the arm moved.</source>
      <translation>重新归零：机械臂动过。</translation>
    </message>
    <message>
      <source>Zero was taken in another pose.</source>
      <translation>零点是在另一位姿取的。</translation>
    </message>
    <message>
      <source>Nothing is expected of joint {joint} until it has moved.</source>
      <translation>关节 {joint} 运动之前不给出预期值。</translation>
    </message>
    <message>
      <source>Recording {label}</source>
      <translation>录制数据 {label}</translation>
    </message>
    <message>
      <source>Looking for the robot … Try {number}.</source>
      <translation>正在查找机器人 … 第 {number} 次尝试。</translation>
    </message>
    <message>
      <source>Zero was taken when the stream began, whatever hung on the arm then.</source>
      <translation>零点取自数据流开始之时，包含当时机械臂上所挂的载荷。</translation>
    </message>
    <message>
      <source>Zero was taken in another pose: what the arm's own weight bends is in it.</source>
      <translation>零点是在另一位姿取的：其中含有机械臂自重造成的变形。</translation>
    </message>
    <message>
      <source>Without a zero the twist has the encoders' own zeros in it.</source>
      <translation>没有零点时，扭转中含有编码器自身的零点偏差。</translation>
    </message>
    <message>
      <source>Nothing is expected of {count} joints until they have moved.</source>
      <translation>{count} 个关节运动之前不给出预期值。</translation>
    </message>
    <message>
      <source>No data since {time}</source>
      <translation>自 {time} 起无数据</translation>
    </message>
    <message>
      <source>Recording {label}, which ended early</source>
      <translation>录制数据 {label}（提前结束）</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/analyse_recordings.py</name>
    <message>
      <source>Without the payload: {unloaded}. With it: {loaded}.</source>
      <translation>不带负载：{unloaded}。带负载：{loaded}。</translation>
    </message>
    <message>
      <source>Working out the payload</source>
      <translation>正在计算负载</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/basis.py</name>
    <message>
      <source>Bending of the gears</source>
      <translation>减速器变形</translation>
    </message>
    <message>
      <source>All ten parameters at the flange</source>
      <translation>法兰处的全部十个参数</translation>
    </message>
    <message>
      <source>asked</source>
      <translation>要求</translation>
    </message>
    <message>
      <source>Mass</source>
      <translation>质量</translation>
    </message>
    <message>
      <source>Centre, x</source>
      <translation>质心 x</translation>
    </message>
    <message>
      <source>Centre, y</source>
      <translation>质心 y</translation>
    </message>
    <message>
      <source>Centre, z</source>
      <translation>质心 z</translation>
    </message>
    <message>
      <source>Recordings with the load</source>
      <translation>带负载的录制数据</translation>
    </message>
    <message>
      <source>Unloaded arm, this visit</source>
      <translation>空载机械臂，本次现场记录</translation>
    </message>
    <message>
      <source>Unloaded arm, earlier visit</source>
      <translation>空载机械臂，先前现场记录</translation>
    </message>
    <message>
      <source>The arm's model</source>
      <translation>机械臂的模型</translation>
    </message>
    <message>
      <source>Unloaded recordings</source>
      <translation>空载的录制数据</translation>
    </message>
    <message>
      <source>Joints since then</source>
      <translation>此后关节温度</translation>
    </message>
    <message>
      <source>Exact</source>
      <translation>精确</translation>
    </message>
    <message>
      <source>From the data sheet</source>
      <translation>来自数据表</translation>
    </message>
    <message>
      <source>Measured on this arm</source>
      <translation>在这台机械臂上测得</translation>
    </message>
    <message>
      <source>Not known</source>
      <translation>未知</translation>
    </message>
    <message>
      <source>× the known</source>
      <translation>× 已知值</translation>
    </message>
    <message>
      <source>Not taken into account</source>
      <translation>未考虑</translation>
    </message>
    <message>
      <source>Link encoders</source>
      <translation>连杆侧编码器</translation>
    </message>
    <message>
      <source>Measured stiffness</source>
      <translation>实测刚度</translation>
    </message>
    <message>
      <source>From the known load</source>
      <translation>由已知负载得出</translation>
    </message>
    <message>
      <source>Typical gear</source>
      <translation>典型减速器</translation>
    </message>
    <message>
      <source>{recording} with the payload, {unit}</source>
      <translation>{recording}，带负载，{unit}</translation>
    </message>
    <message>
      <source>{recording} without, {unit}</source>
      <translation>{recording}，不计负载，{unit}</translation>
    </message>
    <message>
      <source>Known load</source>
      <translation>已知负载</translation>
    </message>
    <message>
      <source>Robot time</source>
      <translation>机器人用时</translation>
    </message>
    <message>
      <source>not recorded</source>
      <translation>未记录</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Gain of J{last} over J{first}</source>
      <translation>增益比 J{last} 对 J{first}</translation>
    </message>
    <message>
      <source>Set in the controller</source>
      <translation>控制器中的设定</translation>
    </message>
    <message>
      <source>How well the loaded run is predicted</source>
      <translation>带负载运行的预测精度</translation>
    </message>
    <message>
      <source>known to ± {share}</source>
      <translation>已知准确到 ± {share}</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/diagram_view.py</name>
    <message>
      <source>Centre of mass: x and y</source>
      <translation>质心：x 和 y</translation>
    </message>
    <message>
      <source>Centre of mass: z</source>
      <translation>质心：z</translation>
    </message>
    <message>
      <source>Load diagram</source>
      <translation>负载图</translation>
    </message>
    <message>
      <source>The load diagram is shown once mass and centre are known.</source>
      <translation>质量和质心已知后显示负载图。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/feature.py</name>
    <message>
      <source>Empty arm</source>
      <translation>空载机械臂</translation>
    </message>
    <message>
      <source>With payload</source>
      <translation>带负载</translation>
    </message>
    <message>
      <source>Other methods</source>
      <translation>其他方法</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>报告</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/form.py</name>
    <message>
      <source>The sweeps are those of the empty arm.</source>
      <translation>扫掠与空载时相同。</translation>
    </message>
    <message>
      <source>What hangs on the flange</source>
      <translation>法兰上所挂物</translation>
    </message>
    <message>
      <source>On the flange</source>
      <translation>法兰上</translation>
    </message>
    <message>
      <source>Payload that will be measured</source>
      <translation>将要测量的负载</translation>
    </message>
    <message>
      <source>Mass, as far as known</source>
      <translation>质量（已知时填写）</translation>
    </message>
    <message>
      <source>auto</source>
      <translation>自动</translation>
    </message>
    <message>
      <source>Thorough, up to 6 min</source>
      <translation>细致，最长 6 min</translation>
    </message>
    <message>
      <source>Quick, up to 90 s</source>
      <translation>快速，最长 90 s</translation>
    </message>
    <message>
      <source>Payload to measure</source>
      <translation>待测负载</translation>
    </message>
    <message>
      <source>A load that was weighed</source>
      <translation>已称重的负载</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/legend.py</name>
    <message>
      <source>now, ±</source>
      <translation>现在，±</translation>
    </message>
    <message>
      <source>without it</source>
      <translation>去掉它</translation>
    </message>
    <message>
      <source>allowed</source>
      <translation>允许</translation>
    </message>
    <message>
      <source>too much</source>
      <translation>过大</translation>
    </message>
    <message>
      <source>this payload, 95 %</source>
      <translation>此负载，95 %</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/measure_words.py</name>
    <message>
      <source>Joints {first} and {second} go out and back at {speed} {unit}, the flange held in {count} ways. Noise leaves {expected}.</source>
      <translation>关节 {first} 和 {second} 以 {speed} {unit} 往返，法兰保持 {count} 种姿态。噪声留下 {expected}。</translation>
    </message>
    <message>
      <source>Helps most next: joint {joint}, {place}.</source>
      <translation>接下来最有帮助：关节 {joint}，{place}。</translation>
    </message>
    <message>
      <source>sweeps done</source>
      <translation>次扫掠已完成</translation>
    </message>
    <message>
      <source>It is compared with the empty arm. The arm goes through the very same sweeps.</source>
      <translation>与空载机械臂比较。机械臂做完全相同的扫掠。</translation>
    </message>
    <message>
      <source>Joint {joint} goes out, {place}</source>
      <translation>关节 {joint} 去程，{place}</translation>
    </message>
    <message>
      <source>Joint {joint} comes back, {place}</source>
      <translation>关节 {joint} 回程，{place}</translation>
    </message>
    <message>
      <source>No two joints of this arm stay parallel: everything is worked out together, not step by step.</source>
      <translation>这台机械臂没有两个始终平行的关节：所有数值一并计算，不分步。</translation>
    </message>
    <message>
      <source>A swept axis is steep: gravity loads it less, and mass is less sure.</source>
      <translation>扫掠轴较陡：重力加载较少，质量较不确定。</translation>
    </message>
    <message>
      <source>The wrist cannot hold the flange in every way that is wanted; its centre is less sure.</source>
      <translation>腕部无法使法兰保持所有需要的姿态；质心较不确定。</translation>
    </message>
    <message>
      <source>It takes longer than is meant for this choice.</source>
      <translation>用时超过此选项的预定时间。</translation>
    </message>
    <message>
      <source>not measured yet</source>
      <translation>尚未测量</translation>
    </message>
    <message>
      <source>Nothing is measured yet.</source>
      <translation>尚未测量。</translation>
    </message>
    <message>
      <source>No empty arm is chosen yet.</source>
      <translation>尚未选择空载数据。</translation>
    </message>
    <message>
      <source>It is compared with what the identified model says of the empty arm.</source>
      <translation>与辨识模型给出的空载机械臂比较。</translation>
    </message>
    <message>
      <source>It is compared with an earlier visit. The arm goes through the very same sweeps.</source>
      <translation>与先前的现场记录比较。机械臂做完全相同的扫掠。</translation>
    </message>
    <message>
      <source>less than an hour</source>
      <translation>不到 1 小时</translation>
    </message>
    <message>
      <source>now {change} K warmer</source>
      <translation>现在高 {change} K</translation>
    </message>
    <message>
      <source>now {change} K colder</source>
      <translation>现在低 {change} K</translation>
    </message>
    <message>
      <source>wrist position {number} of {count}</source>
      <translation>腕部姿态 {number}/{count}</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>Wrist position</source>
      <translation>腕部姿态</translation>
    </message>
    <message>
      <source>mass {mass}, centre {center}</source>
      <translation>质量 {mass}，质心 {center}</translation>
    </message>
    <message>
      <source>Enough is measured.</source>
      <translation>测量已足够。</translation>
    </message>
    <message>
      <source>{days} days</source>
      <translation>{days} 天</translation>
    </message>
    <message>
      <source>its recordings do not say</source>
      <translation>录制数据中没有</translation>
    </message>
    <message>
      <source>this controller reports none now</source>
      <translation>此控制器目前不提供</translation>
    </message>
    <message>
      <source>On the way to joint {joint}, {place}</source>
      <translation>前往关节 {joint}，{place}</translation>
    </message>
    <message>
      <source>{hours} h</source>
      <translation>{hours} h</translation>
    </message>
    <message>
      <source>{number} of {count}</source>
      <translation>{number}/{count}</translation>
    </message>
    <message>
      <source>{name}: {verdict}.</source>
      <translation>{name}：{verdict}。</translation>
    </message>
    <message>
      <source>Centre {axis}</source>
      <translation>质心 {axis}</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/methods_page.py</name>
    <message>
      <source>Payload by other methods</source>
      <translation>用其他方法求负载</translation>
    </message>
    <message>
      <source>Compare the methods</source>
      <translation>比较方法</translation>
    </message>
    <message>
      <source>Work out the payload</source>
      <translation>求负载</translation>
    </message>
    <message>
      <source>Comparing the methods</source>
      <translation>正在比较方法</translation>
    </message>
    <message>
      <source>The visit has no two runs of a rich motion. Run the planned motion without the load and with it, or import such recordings.</source>
      <translation>本次服务没有两次丰富运动的运行。请在无负载和有负载时各运行一次规划的运动，或导入这样的记录。</translation>
    </message>
    <message>
      <source>Ready. The runs may follow the same motion or different ones.</source>
      <translation>就绪。运行可以是同一运动，也可以是不同的运动。</translation>
    </message>
    <message>
      <source>Payload by several methods</source>
      <translation>多种方法的负载</translation>
    </message>
    <message>
      <source>Method by method</source>
      <translation>各方法</translation>
    </message>
    <message>
      <source>No payload was worked out yet.</source>
      <translation>尚未求得负载。</translation>
    </message>
    <message>
      <source>The methods were not compared yet.</source>
      <translation>尚未比较方法。</translation>
    </message>
    <message>
      <source>Each point is one method's value, its line the 95 % interval.</source>
      <translation>每个点是一种方法的值，横线是 95 % 区间。</translation>
    </message>
    <message>
      <source>Progress of the payload</source>
      <translation>负载的进度</translation>
    </message>
    <message>
      <source>Two runs of a rich motion, one without and one with the load, give its mass, its centre and its inertia. Slow sweeps give the other methods; all can be compared.</source>
      <translation>两次丰富运动的运行，一次无负载、一次有负载，给出负载的质量、质心和惯量。慢速扫掠给出其他方法；所有方法可以比较。</translation>
    </message>
    <message>
      <source>Side by side</source>
      <translation>并列</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/page.py</name>
    <message>
      <source>Its inertia was not measured and is left out or zero.</source>
      <translation>其惯量未测量，已省略或为零。</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>详情</translation>
    </message>
    <message>
      <source>Save view …</source>
      <translation>保存视图 …</translation>
    </message>
    <message>
      <source>Repeat wrist position {numbers}</source>
      <translation>重做腕部姿态 {numbers}</translation>
    </message>
    <message>
      <source>Repeat wrist positions {numbers}</source>
      <translation>重做腕部姿态 {numbers}</translation>
    </message>
    <message>
      <source>sweeps that count</source>
      <translation>计入的扫掠</translation>
    </message>
    <message>
      <source>Copy for …</source>
      <translation>复制为 …</translation>
    </message>
    <message>
      <source>URScript (Universal Robots)</source>
      <translation>URScript（Universal Robots）</translation>
    </message>
    <message>
      <source>End effector as JSON (Franka)</source>
      <translation>末端执行器 JSON（Franka）</translation>
    </message>
    <message>
      <source>RAPID loaddata (ABB)</source>
      <translation>RAPID loaddata（ABB）</translation>
    </message>
    <message>
      <source>KRL LOAD_DATA (KUKA)</source>
      <translation>KRL LOAD_DATA（KUKA）</translation>
    </message>
    <message>
      <source>URDF link</source>
      <translation>URDF 连杆</translation>
    </message>
    <message>
      <source>MJCF body</source>
      <translation>MJCF 物体</translation>
    </message>
    <message>
      <source>Text to type in at a pendant</source>
      <translation>供示教器输入的文本</translation>
    </message>
    <message>
      <source>Nothing is measured yet. Measure the payload with an arm, or take recordings without it and with it.</source>
      <translation>尚未测量。用机械臂测量负载，或使用不带负载和带负载的记录。</translation>
    </message>
    <message>
      <source>The payload is in the clipboard.</source>
      <translation>负载已在剪贴板中。</translation>
    </message>
    <message>
      <source>In the clipboard: {form}, in the flange frame.</source>
      <translation>已复制到剪贴板：{form}，法兰坐标系。</translation>
    </message>
    <message>
      <source>{words} Out of date: the empty arm was measured again since.</source>
      <translation>{words} 已过期：之后重新测量了空载。</translation>
    </message>
    <message>
      <source>Sweeps ({count})</source>
      <translation>扫掠（{count}）</translation>
    </message>
    <message>
      <source>Values, ± and verdicts</source>
      <translation>数值、± 和结论</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/pendant_words.py</name>
    <message>
      <source>Jog joint {first} and joint {second} with the pendant, one at a time, at a steady {low} to {high} °/s by 30° or more, there and back. Then turn the wrist by about 90° and do the same once more.</source>
      <translation>请用示教器逐个点动关节 {first} 和关节 {second}，以 {low} 到 {high} °/s 匀速往返，行程至少 30°。然后将手腕转动约 90°，再重复一次。</translation>
    </message>
    <message>
      <source>Too fast: {speed} °/s. This stroke does not count; jog at {low} to {high} °/s.</source>
      <translation>太快：{speed} °/s。此行程不计入；请以 {low} 至 {high} °/s 点动。</translation>
    </message>
    <message>
      <source>Too slow: {speed} °/s. This stroke does not count; jog at {low} to {high} °/s.</source>
      <translation>太慢：{speed} °/s。此行程不计入；请以 {low} 至 {high} °/s 点动。</translation>
    </message>
    <message>
      <source>Jog the same with the payload on: joint {first} and joint {second}, one at a time, at a steady {low} to {high} °/s, there and back over the same angles.</source>
      <translation>装上负载后照样点动：逐个点动关节 {first} 和关节 {second}，以 {low} 到 {high} °/s 匀速在相同角度之间往返。</translation>
    </message>
    <message>
      <source>That is enough.</source>
      <translation>已经足够。</translation>
    </message>
    <message>
      <source>Now turn the wrist by about 90°, and jog both joints once more there and back.</source>
      <translation>现在将腕部转动约 90°，再将两个关节各往返点动一次。</translation>
    </message>
    <message>
      <source>This stroke does not count: joint {off} is at {here}°, and was at {there}° with the empty arm.</source>
      <translation>此行程不计入：关节 {off} 在 {here}°，空载时在 {there}°。</translation>
    </message>
    <message>
      <source>This stroke does not count: with the empty arm joint {joint} went from {low}° to {high}°.</source>
      <translation>此行程不计入：空载时关节 {joint} 从 {low}° 走到 {high}°。</translation>
    </message>
    <message>
      <source>Next: joint {joint}, there and back.</source>
      <translation>接下来：关节 {joint}，往返。</translation>
    </message>
    <message>
      <source>Mass so far: {mass}.</source>
      <translation>目前的质量：{mass}。</translation>
    </message>
    <message>
      <source>This stroke does not count: joint {joint} was not jogged with the empty arm.</source>
      <translation>此行程不计入：空载时没有点动关节 {joint}。</translation>
    </message>
    <message>
      <source>Steady, {speed} °/s. Keep the arrow pressed.</source>
      <translation>匀速，{speed} °/s。请继续按住箭头。</translation>
    </message>
    <message>
      <source>Joint {joint} is there. Now back the same way.</source>
      <translation>关节 {joint} 已到达。现在原路返回。</translation>
    </message>
    <message>
      <source>✓ Sweep {number} counts: joint {joint}, there and back.</source>
      <translation>✓ 第 {number} 次扫掠计入：关节 {joint}，往返。</translation>
    </message>
    <message>
      <source>Joint {joint} was moved to another place.</source>
      <translation>关节 {joint} 已移到另一位置。</translation>
    </message>
    <message>
      <source>Too short: {way}°. This stroke does not count; jog joint {joint} by 20° or more.</source>
      <translation>太短：{way}°。此行程不计入；请将关节 {joint} 点动 20° 或更多。</translation>
    </message>
    <message>
      <source>The speed of joint {joint} changed on the way. This stroke does not count.</source>
      <translation>关节 {joint} 的速度在途中改变。此行程不计入。</translation>
    </message>
    <message>
      <source>Joint {joint} stopped on the way. This stroke does not count.</source>
      <translation>关节 {joint} 在途中停下。此行程不计入。</translation>
    </message>
    <message>
      <source>Joint {others} moved as well. This stroke of joint {joint} does not count.</source>
      <translation>关节 {others} 也动了。关节 {joint} 的这个行程不计入。</translation>
    </message>
    <message>
      <source>Joint {joint} did not come back the same way. That stroke does not count.</source>
      <translation>关节 {joint} 没有原路返回。那个行程不计入。</translation>
    </message>
    <message>
      <source>There at {before} °/s, back at {speed} °/s: jog back once more, as fast as this.</source>
      <translation>去时 {before} °/s，回时 {speed} °/s：请以现在的速度再返回一次。</translation>
    </message>
    <message>
      <source>Samples were lost on the way. This stroke of joint {joint} does not count.</source>
      <translation>途中丢失了采样。关节 {joint} 的这个行程不计入。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/presentation.py</name>
    <message>
      <source>Trust none of them before the cause is known: drive gains, warmth, or a load that slipped.</source>
      <translation>查明原因之前不要相信任何一个：驱动增益、温度，或负载滑动。</translation>
    </message>
    <message>
      <source>The methods do not agree: {quantity} by {first} and by {second} differs by {size}.</source>
      <translation>各方法不一致：{quantity}，{first}与{second}相差 {size}。</translation>
    </message>
    <message>
      <source>J{joint}, wrist position {orientation}</source>
      <translation>J{joint}，腕部姿态 {orientation}</translation>
    </message>
    <message>
      <source>1 sweep was measured again: the latest counts, the earlier one is left out.</source>
      <translation>1 次扫掠重新测量过：以最新的为准，较早的不计入。</translation>
    </message>
    <message>
      <source>too few samples at a steady speed; sweep slower or wider</source>
      <translation>匀速段的样本太少；请以更慢的速度或更大的范围扫掠</translation>
    </message>
    <message>
      <source>no part of it at a steady speed</source>
      <translation>没有匀速段</translation>
    </message>
    <message>
      <source>no way back at that speed</source>
      <translation>没有以该速度返回的行程</translation>
    </message>
    <message>
      <source>measured in one direction only; both are needed</source>
      <translation>只测了一个方向；两个方向都需要</translation>
    </message>
    <message>
      <source>no unloaded sweep at the same place</source>
      <translation>同一位置没有空载扫掠</translation>
    </message>
    <message>
      <source>no unloaded sweep at the same speed</source>
      <translation>没有相同速度的空载扫描</translation>
    </message>
    <message>
      <source>another joint moved meanwhile</source>
      <translation>其间有另一个关节运动</translation>
    </message>
    <message>
      <source>a move to another place, faster than the sweeps</source>
      <translation>移动到其他位置，速度高于往返测量</translation>
    </message>
    <message>
      <source>left out on request</source>
      <translation>按要求去除</translation>
    </message>
    <message>
      <source>{recording}, J{joint}, {count}: {why}</source>
      <translation>{recording}，J{joint}，{count}：{why}</translation>
    </message>
    <message>
      <source>largest mass</source>
      <translation>最大质量</translation>
    </message>
    <message>
      <source>Fewer than two methods gave a result here, so there is nothing to compare.</source>
      <translation>这里给出结果的方法少于两种，没有可比较的。</translation>
    </message>
    <message>
      <source>The methods agree within their ± ({methods}).</source>
      <translation>各方法在其 ± 之内一致（{methods}）。</translation>
    </message>
    <message>
      <source>J{joint}, wrist position {orientation}, round {round}</source>
      <translation>J{joint}，腕部姿态 {orientation}，第 {round} 轮</translation>
    </message>
    <message>
      <source>1 sweep was measured again, and both times count.</source>
      <translation>1 次扫掠重新测量过，两次都计入。</translation>
    </message>
    <message>
      <source>1 sweep was measured again, and the earlier time counts.</source>
      <translation>1 次扫掠重新测量过，以较早的一次为准。</translation>
    </message>
    <message>
      <source>{count} sweeps were measured again: the latest count, the earlier ones are left out.</source>
      <translation>{count} 次扫掠重新测量过：以最新的为准，较早的不计入。</translation>
    </message>
    <message>
      <source>1 sweep</source>
      <translation>1 次扫掠</translation>
    </message>
    <message>
      <source>The load; its centre as seen from the flange</source>
      <translation>负载；质心相对法兰</translation>
    </message>
    <message>
      <source>step</source>
      <translation>步骤</translation>
    </message>
    <message>
      <source>sweeps</source>
      <translation>扫掠</translation>
    </message>
    <message>
      <source>left</source>
      <translation>剩余</translation>
    </message>
    <message>
      <source>better with orientation</source>
      <translation>增加姿态可改善</translation>
    </message>
    <message>
      <source>What to do next</source>
      <translation>下一步做什么</translation>
    </message>
    <message>
      <source>Method</source>
      <translation>方法</translation>
    </message>
    <message>
      <source>Method by method; x, y and z are the centre of mass from the flange</source>
      <translation>各方法；x、y、z 为相对法兰的质心</translation>
    </message>
    <message>
      <source>{count} sweeps were measured again, and both times count.</source>
      <translation>{count} 次扫掠重新测量过，两次都计入。</translation>
    </message>
    <message>
      <source>{count} sweeps were measured again, and the earlier times count.</source>
      <translation>{count} 次扫掠重新测量过，以较早的为准。</translation>
    </message>
    <message>
      <source>sweep</source>
      <translation>扫掠</translation>
    </message>
    <message>
      <source>range, °</source>
      <translation>范围，°</translation>
    </message>
    <message>
      <source>noise</source>
      <translation>噪声</translation>
    </message>
    <message>
      <source>mean</source>
      <translation>平均值</translation>
    </message>
    <message>
      <source>mass without</source>
      <translation>去除后的质量</translation>
    </message>
    <message>
      <source>centre without</source>
      <translation>去除后的质心</translation>
    </message>
    <message>
      <source>by {operator}</source>
      <translation>操作人 {operator}</translation>
    </message>
    <message>
      <source>Step by step</source>
      <translation>逐步</translation>
    </message>
    <message>
      <source>Other differences that their ± do not explain: {count}.</source>
      <translation>其他 ± 不能解释的差别：{count}。</translation>
    </message>
    <message>
      <source>Methods without a result</source>
      <translation>没有结果的方法</translation>
    </message>
    <message>
      <source>The sweeps</source>
      <translation>扫掠</translation>
    </message>
    <message>
      <source>{count} sweeps</source>
      <translation>{count} 次扫掠</translation>
    </message>
    <message>
      <source>Payload of {robot}</source>
      <translation>{robot} 的负载</translation>
    </message>
    <message>
      <source>Centre of mass from the flange</source>
      <translation>质心到法兰的距离</translation>
    </message>
    <message>
      <source>Payload of {robot} by several methods</source>
      <translation>{robot} 的负载，多种方法</translation>
    </message>
    <message>
      <source>Left: rms of what the payload leaves. Noise: what noise alone would leave, a stroke on the bar. Without: the values when this sweep is left out.</source>
      <translation>剩余：负载未解释部分的均方根。噪声：仅有噪声时的剩余，即条上的短线。去除后：不计该次扫掠时的数值。</translation>
    </message>
    <message>
      <source>{sweep} (left out)</source>
      <translation>{sweep}（已剔除）</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/progress_charts.py</name>
    <message>
      <source>Mass so far</source>
      <translation>目前的质量</translation>
    </message>
    <message>
      <source>{done} of {count} sweeps done.</source>
      <translation>{count} 次扫掠中已完成 {done} 次。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/reference_page.py</name>
    <message>
      <source>Measure it again</source>
      <translation>重新测量</translation>
    </message>
    <message>
      <source>Now put the payload on, or go on to its recordings.</source>
      <translation>现在装上负载，或继续选择带负载的记录。</translation>
    </message>
    <message>
      <source>Choose the empty arm</source>
      <translation>选择空载数据</translation>
    </message>
    <message>
      <source>Measure now</source>
      <translation>立即测量</translation>
    </message>
    <message>
      <source>Earlier visit</source>
      <translation>先前的现场记录</translation>
    </message>
    <message>
      <source>Now put the payload on. The next step repeats these sweeps.</source>
      <translation>现在装上负载。下一步重复这些扫掠。</translation>
    </message>
    <message>
      <source>Choose a visit in which this arm swept with nothing on.</source>
      <translation>选择一次现场记录，其中这台机械臂做过空载扫掠。</translation>
    </message>
    <message>
      <source>Choose an earlier visit</source>
      <translation>选择较早的现场记录</translation>
    </message>
    <message>
      <source>1 recording</source>
      <translation>1 次录制</translation>
    </message>
    <message>
      <source>{count} recordings</source>
      <translation>{count} 份录制数据</translation>
    </message>
    <message>
      <source>{count} of its sweeps were never finished; those with the payload count less.</source>
      <translation>其中 {count} 次扫掠未完成；带负载的对应扫掠权重较小。</translation>
    </message>
    <message>
      <source>The joints are not as warm as they were. Measure now for the best result.</source>
      <translation>关节温度与当时不同。立即测量可得最佳结果。</translation>
    </message>
    <message>
      <source>It can be used.</source>
      <translation>可以使用。</translation>
    </message>
    <message>
      <source>Identified</source>
      <translation>辨识时间</translation>
    </message>
    <message>
      <source>This visit has no model. Measure now, or identify one from recordings first.</source>
      <translation>本次现场记录没有模型。立即测量，或先由录制数据辨识一个。</translation>
    </message>
    <message>
      <source>{verdict}: it says too little of the empty arm. Measure now.</source>
      <translation>{verdict}：对空载机械臂说明太少。立即测量。</translation>
    </message>
    <message>
      <source>Empty arm for the payload</source>
      <translation>负载用的空载数据</translation>
    </message>
    <message>
      <source>Use the model</source>
      <translation>使用模型</translation>
    </message>
    <message>
      <source>The empty arm is now {labels}.</source>
      <translation>空载数据现为 {labels}。</translation>
    </message>
    <message>
      <source>Visit</source>
      <translation>现场记录</translation>
    </message>
    <message>
      <source>Age</source>
      <translation>距今</translation>
    </message>
    <message>
      <source>Warmth of the joints</source>
      <translation>关节温度</translation>
    </message>
    <message>
      <source>It is old. Gears change: measure now for the best result.</source>
      <translation>时间已久。减速器会变化：立即测量可得最佳结果。</translation>
    </message>
    <message>
      <source>The newest model of this visit</source>
      <translation>本次现场记录的最新模型</translation>
    </message>
    <message>
      <source>The sweeps with the payload are planned again. A model made of fast motions knows slow friction less well, so that the centre of mass is less sure.</source>
      <translation>带负载的扫掠会重新规划。由快速运动得到的模型对慢速摩擦了解较少，因此质心较不确定。</translation>
    </message>
    <message>
      <source>Use this visit</source>
      <translation>使用此现场记录</translation>
    </message>
    <message>
      <source>The empty arm goes through slow sweeps first. Nothing must hang on the flange.</source>
      <translation>空载机械臂先做慢速扫掠。法兰上不得挂任何物体。</translation>
    </message>
    <message>
      <source>Sweeps of this very arm, made with nothing on the flange.</source>
      <translation>正是这台机械臂的扫掠，法兰上未挂任何物体。</translation>
    </message>
    <message>
      <source>The model says what the empty arm takes; its own error comes on top.</source>
      <translation>由模型给出空载机械臂所需力矩；模型自身误差会叠加进来。</translation>
    </message>
    <message>
      <source>Looking into {visit} …</source>
      <translation>正在查看 {visit} …</translation>
    </message>
    <message>
      <source>the same arm</source>
      <translation>同一台机械臂</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/report.py</name>
    <message>
      <source>No payload was measured: the report says so.</source>
      <translation>未测量负载：报告会说明这一点。</translation>
    </message>
    <message>
      <source>The payload that was measured.</source>
      <translation>测得的负载。</translation>
    </message>
    <message>
      <source>Payload report</source>
      <translation>负载报告</translation>
    </message>
    <message>
      <source>The drive gains: the scale of the mass is open.</source>
      <translation>驱动增益：质量的比例未定。</translation>
    </message>
    <message>
      <source>The stiffness of the gears: that of a typical gear was taken.</source>
      <translation>减速器刚度：采用了典型减速器的值。</translation>
    </message>
    <message>
      <source>The payload's moments of inertia: slow sweeps do not show them.</source>
      <translation>负载的转动惯量：慢速往返运动无法测出。</translation>
    </message>
    <message>
      <source>Centre of mass from the flange: {places}.</source>
      <translation>质心（从法兰量起）：{places}。</translation>
    </message>
    <message>
      <source>Payload: mass and centre of what hangs on the flange.</source>
      <translation>负载：法兰上所挂物体的质量和质心。</translation>
    </message>
    <message>
      <source>Of the payload: {quantities}.</source>
      <translation>负载的{quantities}。</translation>
    </message>
    <message>
      <source>What this arm may carry.</source>
      <translation>这台机械臂允许的负载。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/report_view.py</name>
    <message>
      <source>Report on the payload</source>
      <translation>负载报告</translation>
    </message>
    <message>
      <source>A first page for whoever decides; behind it mass, centre of mass, their ± and what they rest on.</source>
      <translation>首页供决定者阅读；其后是质量、质心、它们的 ± 以及依据。</translation>
    </message>
    <message>
      <source>Writing the report</source>
      <translation>正在生成报告</translation>
    </message>
    <message>
      <source>Write the report</source>
      <translation>生成报告</translation>
    </message>
    <message>
      <source>Out of date: the payload is another one now.</source>
      <translation>已过期：负载现在已不同。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/sentences.py</name>
    <message>
      <source>The payload is set {size} kg too light</source>
      <translation>负载设置偏轻 {size} kg</translation>
    </message>
    <message>
      <source>{measured}, {size} kg more than set in the robot.</source>
      <translation>{measured}，比机器人中的设置多 {size} kg。</translation>
    </message>
    <message>
      <source>{quantities}: {verdict}</source>
      <translation>{quantities}：{verdict}</translation>
    </message>
    <message>
      <source>The change did not succeed. Check the setting at the controller.</source>
      <translation>更改未成功。在控制器上检查设置。</translation>
    </message>
    <message>
      <source>Sweep again, slower or wider; then set it in the controller.</source>
      <translation>以更慢的速度或更大的范围重新扫掠；然后在控制器中设置。</translation>
    </message>
    <message>
      <source>The mass is not measured yet.</source>
      <translation>质量尚未测量。</translation>
    </message>
    <message>
      <source>The mass is not known</source>
      <translation>质量未知</translation>
    </message>
    <message>
      <source>Measure the payload again</source>
      <translation>请重新测量负载</translation>
    </message>
    <message>
      <source>The payload is set {size} kg too heavy</source>
      <translation>负载设置偏重 {size} kg</translation>
    </message>
    <message>
      <source>The mass of the load is not known.</source>
      <translation>负载的质量未知。</translation>
    </message>
    <message>
      <source>{measured}, {size} kg less than set in the robot.</source>
      <translation>{measured}，比机器人中的设置少 {size} kg。</translation>
    </message>
    <message>
      <source>Mass and centre are good.</source>
      <translation>质量和质心良好。</translation>
    </message>
    <message>
      <source>wrist position {numbers}</source>
      <translation>腕部姿态 {numbers}</translation>
    </message>
    <message>
      <source>wrist positions {numbers}</source>
      <translation>腕部姿态 {numbers}</translation>
    </message>
    <message>
      <source>less than 1 min old</source>
      <translation>不到 1 min 前</translation>
    </message>
    <message>
      <source>{count} min old</source>
      <translation>{count} min 前</translation>
    </message>
    <message>
      <source>{count} min later</source>
      <translation>晚 {count} min</translation>
    </message>
    <message>
      <source>as warm</source>
      <translation>温度相同</translation>
    </message>
    <message>
      <source>{kelvin} K warmer</source>
      <translation>高 {kelvin} K</translation>
    </message>
    <message>
      <source>{kelvin} K colder</source>
      <translation>低 {kelvin} K</translation>
    </message>
    <message>
      <source>{share} of the largest mass. The maker gives no distance for it; here it is {lever}.</source>
      <translation>为最大质量的 {share}。制造商未给出对应的距离；此处为 {lever}。</translation>
    </message>
    <message>
      <source>On the edge of {by}, within its uncertainty: {share} at {lever}.</source>
      <translation>处于{by}的边缘，在不确定度之内：{lever} 处为 {share}。</translation>
    </message>
    <message>
      <source>The controller has kept it; it was read back. The payload was only usable: its reasons were read and confirmed before it was written.</source>
      <translation>控制器已保存，并已读回。此负载只是可用：写入前已阅读并确认其理由。</translation>
    </message>
    <message>
      <source>The controller has kept it; it was read back.</source>
      <translation>控制器已保存；并已读回。</translation>
    </message>
    <message>
      <source>The controller kept something else, so its earlier setting was put back.</source>
      <translation>控制器保存了别的值，因此已恢复其先前设置。</translation>
    </message>
    <message>
      <source>Sweep again in wrist position {numbers}; that helps most for: {names}.</source>
      <translation>在腕部姿态 {numbers} 下重新扫掠；对以下各项帮助最大：{names}。</translation>
    </message>
    <message>
      <source>Sweep all four wrist positions to know the rest.</source>
      <translation>扫掠全部四个腕部姿态以得到其余数值。</translation>
    </message>
    <message>
      <source>Nothing: the controller has these values.</source>
      <translation>无需操作：控制器中已是这些值。</translation>
    </message>
    <message>
      <source>Set mass and centre in the controller.</source>
      <translation>在控制器中设置质量和质心。</translation>
    </message>
    <message>
      <source>Identify the drive gains or sweep a load that was weighed; then set it in the controller.</source>
      <translation>辨识驱动增益，或扫掠一个已称重的负载；然后在控制器中设置。</translation>
    </message>
    <message>
      <source>The payload is set right</source>
      <translation>负载设置正确</translation>
    </message>
    <message>
      <source>The mass is set right</source>
      <translation>质量设置正确</translation>
    </message>
    <message>
      <source>Load measured: {mass}</source>
      <translation>测得负载：{mass}</translation>
    </message>
    <message>
      <source>; </source>
      <translation>；</translation>
    </message>
    <message>
      <source>{sentence}.</source>
      <translation>{sentence}。</translation>
    </message>
    <message>
      <source>three steps</source>
      <translation>三步</translation>
    </message>
    <message>
      <source>all sweeps together</source>
      <translation>所有扫掠合并</translation>
    </message>
    <message>
      <source>twist of the gears alone</source>
      <translation>仅用减速器扭转</translation>
    </message>
    <message>
      <source>a pair of excitation runs</source>
      <translation>一对激励运行</translation>
    </message>
    <message>
      <source>{method}, both directions</source>
      <translation>{method}，双向</translation>
    </message>
    <message>
      <source>Centre, x and y</source>
      <translation>质心 x 和 y</translation>
    </message>
    <message>
      <source>All together</source>
      <translation>全部合并</translation>
    </message>
    <message>
      <source>Better with {orientations} again</source>
      <translation>重做{orientations} 可改善</translation>
    </message>
    <message>
      <source>The payload is not known well enough to be looked up.</source>
      <translation>负载不够明确，无法查图。</translation>
    </message>
    <message>
      <source>The description of this arm says nothing about what it may carry.</source>
      <translation>这台机械臂的描述未说明允许负载。</translation>
    </message>
    <message>
      <source>Run the same sweeps with a load that was weighed: it gives the unknown scale.</source>
      <translation>用已称重的负载做同样的扫掠：由此得到未知的比例。</translation>
    </message>
    <message>
      <source>Measure the stiffness of the gears (load steps), or sweep a known load, to narrow the centre.</source>
      <translation>测量减速器刚度（载荷阶跃），或扫掠已知负载，以缩小质心的不确定度。</translation>
    </message>
    <message>
      <source>Sweep again, for: {names}.</source>
      <translation>针对以下各项重新扫掠：{names}。</translation>
    </message>
    <message>
      <source>{measured} It is still being worked out.</source>
      <translation>{measured} 仍在计算中。</translation>
    </message>
    <message>
      <source>The payload is {mass} kg</source>
      <translation>负载为 {mass} kg</translation>
    </message>
    <message>
      <source>{measured}, as set in the robot.</source>
      <translation>{measured}，与机器人中的设置一致。</translation>
    </message>
    <message>
      <source>{method}, one direction</source>
      <translation>{method}，单向</translation>
    </message>
    <message>
      <source>{count} days old</source>
      <translation>{count} 天前</translation>
    </message>
    <message>
      <source>{count} days later</source>
      <translation>晚 {count} 天</translation>
    </message>
    <message>
      <source>the maker's load diagram</source>
      <translation>制造商的负载图</translation>
    </message>
    <message>
      <source>the maker's limit</source>
      <translation>制造商的限值</translation>
    </message>
    <message>
      <source>what the rated torque of the wrist can hold</source>
      <translation>腕部额定力矩可承受的范围</translation>
    </message>
    <message>
      <source>Outside {by}: more than is allowed at {lever}.</source>
      <translation>超出{by}：大于 {lever} 处的允许值。</translation>
    </message>
    <message>
      <source>Run both excitations again, longer or richer, for: {names}.</source>
      <translation>针对以下各项，重做两次激励运行，时间更长或激励更丰富：{names}。</translation>
    </message>
    <message>
      <source>{count} h old</source>
      <translation>{count} h 前</translation>
    </message>
    <message>
      <source>{count} h later</source>
      <translation>晚 {count} h</translation>
    </message>
    <message>
      <source>Inside {by}: {share} of what is allowed at {lever}.</source>
      <translation>在{by}之内：为 {lever} 处允许值的 {share}。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/setting_view.py</name>
    <message>
      <source>{name}: {old} set, {new} measured.</source>
      <translation>{name}：设置 {old}，实测 {new}。</translation>
    </message>
    <message>
      <source>Hold for one second with the pointer, a finger, the space bar or Enter.</source>
      <translation>用指针、手指、空格键或回车键按住一秒。</translation>
    </message>
    <message>
      <source>Old and new setting</source>
      <translation>旧设置与新设置</translation>
    </message>
    <message>
      <source>Hold 1 s to set it in the robot</source>
      <translation>按住 1 秒以写入机器人</translation>
    </message>
    <message>
      <source>Read back</source>
      <translation>读回值</translation>
    </message>
    <message>
      <source>Hold 1 s to restore the old setting</source>
      <translation>按住 1 秒以恢复旧设置</translation>
    </message>
    <message>
      <source>Saved in the robot and read back: {mass} kg.</source>
      <translation>已保存到机器人并读回：{mass} kg。</translation>
    </message>
    <message>
      <source>No robot is connected. Connect it on the first step to write what was measured.</source>
      <translation>未连接机器人。在第一步连接后才能写入测量结果。</translation>
    </message>
    <message>
      <source>This controller takes no payload setting from here. Enter it on its own panel.</source>
      <translation>此控制器不接受从这里写入的负载设置。在其自身面板上输入。</translation>
    </message>
    <message>
      <source>There is nothing to write before the payload is measured.</source>
      <translation>负载测量之前没有可写入的内容。</translation>
    </message>
    <message>
      <source>Only a payload that is good or usable is written. It can be copied.</source>
      <translation>只写入良好或可用的负载。其他负载可以复制。</translation>
    </message>
    <message>
      <source>Tick that you have read the limits.</source>
      <translation>请勾选已阅读限制。</translation>
    </message>
    <message>
      <source>The arm may move now. Wait until it is at rest.</source>
      <translation>机械臂现在可能运动。等它静止。</translation>
    </message>
    <message>
      <source>I have read this.</source>
      <translation>我已阅读。</translation>
    </message>
    <message>
      <source>The old setting is back in the robot: {mass} kg.</source>
      <translation>旧设置已恢复到机器人：{mass} kg。</translation>
    </message>
    <message>
      <source>Not saved in the robot yet. Nothing moves; it can be undone.</source>
      <translation>尚未保存到机器人。不会引起运动；可以撤销。</translation>
    </message>
    <message>
      <source>Set now</source>
      <translation>当前设置</translation>
    </message>
    <message>
      <source>Measured</source>
      <translation>实测</translation>
    </message>
    <message>
      <source>The robot has what was measured.</source>
      <translation>机器人中已是测量值。</translation>
    </message>
    <message>
      <source>I have read: {reasons}</source>
      <translation>我已阅读：{reasons}</translation>
    </message>
    <message>
      <source>It was {mass} kg before.</source>
      <translation>之前为 {mass} kg。</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/sweep_table.py</name>
    <message>
      <source>They are shown as soon as they are judged.</source>
      <translation>评判后立即显示。</translation>
    </message>
    <message>
      <source>Without it the numbers would go here:</source>
      <translation>去掉它，数值会变为：</translation>
    </message>
    <message>
      <source>Where the numbers go without this sweep</source>
      <translation>去掉此次扫掠后数值的去向</translation>
    </message>
    <message>
      <source>Repeat this sweep</source>
      <translation>重做此次扫掠</translation>
    </message>
    <message>
      <source>Count all again</source>
      <translation>重新全部计入</translation>
    </message>
    <message>
      <source>This payload was worked out from a pair of excitation runs.</source>
      <translation>此负载由一对激励运行算出。</translation>
    </message>
    <message>
      <source>It is left out: the numbers do without it. Tick it to let it count again.</source>
      <translation>此次扫掠不计入：数值中没有它。勾选即可重新计入。</translation>
    </message>
    <message>
      <source>Without it the other sweeps do not determine these numbers.</source>
      <translation>去掉它，其余扫掠无法给出这些数值。</translation>
    </message>
    <message>
      <source>No sweeps</source>
      <translation>无扫掠</translation>
    </message>
    <message>
      <source>1 left out</source>
      <translation>1 项不计入</translation>
    </message>
    <message>
      <source>{count} left out</source>
      <translation>{count} 项不计入</translation>
    </message>
    <message>
      <source>Use</source>
      <translation>采用</translation>
    </message>
    <message>
      <source>Range, °</source>
      <translation>范围，°</translation>
    </message>
    <message>
      <source>Speed, °/s</source>
      <translation>速度，°/s</translation>
    </message>
    <message>
      <source>counts</source>
      <translation>计入</translation>
    </message>
    <message>
      <source>{rms} left over, {expected} expected of noise, {verdict}</source>
      <translation>剩余 {rms}，噪声预期 {expected}，{verdict}</translation>
    </message>
    <message>
      <source>It was measured again in {recording}, and the latest counts. Tick it to let it count again; then both count until the later one is left out.</source>
      <translation>在 {recording} 中重新测量过，以最新的为准。打勾即可重新计入；在较晚的一次去掉勾之前，两次都计入。</translation>
    </message>
    <message>
      <source>Left over, rms in {unit}</source>
      <translation>剩余，RMS，{unit}</translation>
    </message>
    <message>
      <source>{words}, the largest</source>
      <translation>{words}，最大</translation>
    </message>
    <message>
      <source>working it out again …</source>
      <translation>正在重新计算 …</translation>
    </message>
  </context>
  <context>
    <name>app/features/payload/sweeps_page.py</name>
    <message>
      <source>{done} of {count} sweeps are kept; only the others come next.</source>
      <translation>已保留 {count} 次扫掠中的 {done} 次；接下来只进行其余的扫掠。</translation>
    </message>
    <message>
      <source>The next step says what that rests on.</source>
      <translation>下一步说明其依据。</translation>
    </message>
    <message>
      <source>What the sweeps cover</source>
      <translation>扫掠的覆盖情况</translation>
    </message>
    <message>
      <source>What helps most next</source>
      <translation>下一步最有帮助的是</translation>
    </message>
    <message>
      <source>Sweeps, one after the other</source>
      <translation>逐次扫掠</translation>
    </message>
    <message>
      <source>nothing is weighed yet</source>
      <translation>尚未称量</translation>
    </message>
    <message>
      <source>Measure with the payload on</source>
      <translation>装上负载测量</translation>
    </message>
    <message>
      <source>Looking at the sweeps</source>
      <translation>正在分析扫掠</translation>
    </message>
    <message>
      <source>Sweeps so far</source>
      <translation>目前的扫掠</translation>
    </message>
    <message>
      <source>the mass needs sweeps of both joints</source>
      <translation>质量需要两个关节的扫掠</translation>
    </message>
    <message>
      <source>Show the payload</source>
      <translation>显示负载</translation>
    </message>
    <message>
      <source>Sweeping the empty arm</source>
      <translation>正在扫掠空载机械臂</translation>
    </message>
    <message>
      <source>Weighing the payload</source>
      <translation>正在称量负载</translation>
    </message>
    <message>
      <source>Mass so far, {count} sweeps left</source>
      <translation>目前的质量，还剩 {count} 次扫掠</translation>
    </message>
    <message>
      <source>Jog with the pendant</source>
      <translation>用示教器点动</translation>
    </message>
  </context>
  <context>
    <name>app/features/recording/feature.py</name>
    <message>
      <source>Move and record</source>
      <translation>运动并录制</translation>
    </message>
  </context>
  <context>
    <name>app/features/recording/page.py</name>
    <message>
      <source>Standing still</source>
      <translation>静止</translation>
    </message>
    <message>
      <source>Swaying, all joints</source>
      <translation>摆动，所有关节</translation>
    </message>
    <message>
      <source>What to watch</source>
      <translation>观察内容</translation>
    </message>
    <message>
      <source>Live signal</source>
      <translation>实时信号</translation>
    </message>
    <message>
      <source>Record the arm</source>
      <translation>录制机械臂</translation>
    </message>
    <message>
      <source>Everything the controller reports goes into the visit, sample by sample.</source>
      <translation>控制器给出的所有数据逐个采样写入现场记录。</translation>
    </message>
    <message>
      <source>Recordings of this visit</source>
      <translation>本次现场记录的录制数据</translation>
    </message>
    <message>
      <source>{share} % of joint speed</source>
      <translation>关节速度的 {share} %</translation>
    </message>
    <message>
      <source>Missed</source>
      <translation>丢失</translation>
    </message>
    <message>
      <source>Recorded</source>
      <translation>已录制</translation>
    </message>
    <message>
      <source>Recordings ({count})</source>
      <translation>录制数据（{count}）</translation>
    </message>
    <message>
      <source>ended early</source>
      <translation>提前结束</translation>
    </message>
    <message>
      <source>complete</source>
      <translation>完整</translation>
    </message>
  </context>
  <context>
    <name>app/features/report/front_page.py</name>
    <message>
      <source>Controller: {controller}. Report of {moment}.</source>
      <translation>控制器：{controller}。报告时间：{moment}。</translation>
    </message>
    <message>
      <source>{base} base parameters and the friction of {joints} joints.</source>
      <translation>{base} 个基参数和 {joints} 个关节的摩擦。</translation>
    </message>
    <message>
      <source>On motion that was kept back it misses {error} of the torque.</source>
      <translation>在留作检验的运动上，扭矩误差为 {error}。</translation>
    </message>
    <message>
      <source>No controller: the recordings came from files. Report of {moment}.</source>
      <translation>没有控制器：记录来自文件。报告时间：{moment}。</translation>
    </message>
    <message>
      <source>Commissioning report</source>
      <translation>投运报告</translation>
    </message>
    <message>
      <source>{controller}, firmware not reported</source>
      <translation>{controller}，未告知固件版本</translation>
    </message>
    <message>
      <source>Verification: the model on motion that it had not seen.</source>
      <translation>验证：模型在未见过的运动上的表现。</translation>
    </message>
    <message>
      <source>error</source>
      <translation>误差</translation>
    </message>
    <message>
      <source>gear</source>
      <translation>减速器</translation>
    </message>
    <message>
      <source>{controller}, firmware {version}</source>
      <translation>{controller}，固件 {version}</translation>
    </message>
    <message>
      <source>Verification of {joints}: they hardly moved.</source>
      <translation>{joints} 的验证：它们几乎没有运动。</translation>
    </message>
  </context>
  <context>
    <name>app/features/report/page.py</name>
    <message>
      <source>The verification was of another model: the report says that this one is not verified.</source>
      <translation>验证针对的是另一个模型：报告会说明这个模型未验证。</translation>
    </message>
    <message>
      <source>The verification: every joint against its limits.</source>
      <translation>验证：每个关节对照其限值。</translation>
    </message>
    <message>
      <source>Report and export</source>
      <translation>报告与导出</translation>
    </message>
    <message>
      <source>The report has the verdict, the numbers with their ±, and where they come from.</source>
      <translation>报告含评价、带 ± 的数值及其来源。</translation>
    </message>
    <message>
      <source>Who</source>
      <translation>操作人</translation>
    </message>
    <message>
      <source>Name on the report</source>
      <translation>报告上的姓名</translation>
    </message>
    <message>
      <source>Exporting</source>
      <translation>正在导出</translation>
    </message>
    <message>
      <source>Out of date: the model or the choice has changed.</source>
      <translation>已过期：模型或选择已改变。</translation>
    </message>
    <message>
      <source>Export the model</source>
      <translation>导出模型</translation>
    </message>
    <message>
      <source>What will be in the report</source>
      <translation>报告将包含的内容</translation>
    </message>
    <message>
      <source>The model: parameters with ±, verdict and reasons.</source>
      <translation>模型：带 ± 的参数、结论和原因。</translation>
    </message>
    <message>
      <source>No verification yet: the report says so.</source>
      <translation>尚无验证：报告会说明这一点。</translation>
    </message>
    <message>
      <source>The model was written to {file}.</source>
      <translation>模型已写入 {file}。</translation>
    </message>
    <message>
      <source>JSON has everything in SI units, CSV one line per parameter, MAT opens in MATLAB. URDF and MJCF are arms for simulators, C is a header for firmware.</source>
      <translation>JSON 含全部内容，用 SI 单位；CSV 每行一个参数；MAT 可在 MATLAB 中打开。URDF 和 MJCF 是仿真用机械臂，C 是固件用头文件。</translation>
    </message>
    <message>
      <source>No model yet: identify one first.</source>
      <translation>尚无模型：先辨识一个。</translation>
    </message>
    <message>
      <source>Friction of each joint, from sweeps at steady speeds.</source>
      <translation>各关节的摩擦，来自恒速扫掠。</translation>
    </message>
    <message>
      <source>No friction sweeps yet: the friction will be that of the excitation alone.</source>
      <translation>尚无摩擦扫掠：摩擦将只来自激励。</translation>
    </message>
  </context>
  <context>
    <name>app/features/report/report.py</name>
    <message>
      <source>The joints were not swept: this friction comes from the excitation alone.</source>
      <translation>未对各关节做扫掠：此处的摩擦只来自激励。</translation>
    </message>
    <message>
      <source>Events of the recordings</source>
      <translation>录制期间的事件</translation>
    </message>
    <message>
      <source>{masses}; recordings without a stated mass: {count}</source>
      <translation>{masses}；未说明负载的录制数据：{count}</translation>
    </message>
    <message>
      <source>event</source>
      <translation>事件</translation>
    </message>
    <message>
      <source>Software</source>
      <translation>软件</translation>
    </message>
    <message>
      <source>Model made</source>
      <translation>模型生成</translation>
    </message>
    <message>
      <source>Payload mounted</source>
      <translation>所装负载</translation>
    </message>
    <message>
      <source>Written</source>
      <translation>编写</translation>
    </message>
    <message>
      <source>What the model is worth</source>
      <translation>模型的可信程度</translation>
    </message>
    <message>
      <source>verification</source>
      <translation>验证</translation>
    </message>
    <message>
      <source>Circumstances</source>
      <translation>测量情况</translation>
    </message>
    <message>
      <source>{software}, commit {commit}</source>
      <translation>{software}，提交 {commit}</translation>
    </message>
    <message>
      <source>Friction measured by sweeps</source>
      <translation>扫掠测得的摩擦</translation>
    </message>
    <message>
      <source>Friction, joint by joint</source>
      <translation>逐个关节的摩擦</translation>
    </message>
  </context>
  <context>
    <name>app/features/report/words.py</name>
    <message>
      <source>Every joint keeps its limits on motion that the model had not seen.</source>
      <translation>在模型未见过的运动上，每个关节都满足限值。</translation>
    </message>
    <message>
      <source>The model was not tried on motion that it had not seen. What it is worth is not known.</source>
      <translation>模型尚未在未见过的运动上试验过，其可信程度未知。</translation>
    </message>
    <message>
      <source>Every joint keeps its limits, but the model has other flaws; see the reasons.</source>
      <translation>每个关节都满足限值，但模型有其他缺陷；见原因。</translation>
    </message>
    <message>
      <source>Run an excitation that moves {joints} further and faster, then identify and verify again.</source>
      <translation>运行一次让 {joints} 运动得更远、更快的激励，然后重新辨识并验证。</translation>
    </message>
    <message>
      <source>To judge these gears too, load them by a weighed load on the flange: {joints}.</source>
      <translation>要同时评判这些减速器，在法兰上挂已称重的负载：{joints}。</translation>
    </message>
    <message>
      <source>Export the model for the controller or the simulator that uses it.</source>
      <translation>把模型导出给使用它的控制器或仿真器。</translation>
    </message>
    <message>
      <source>Keep this visit: the next one is compared with it, and shows what has changed.</source>
      <translation>保留本次现场记录：下一次将与它比较，显示发生了什么变化。</translation>
    </message>
    <message>
      <source>Identify the model again; the reasons in this report say what the recordings lack.</source>
      <translation>重新辨识模型；本报告中的原因说明录制数据缺少什么。</translation>
    </message>
    <message>
      <source>Verify the model on motion that it has not seen.</source>
      <translation>在模型未见过的运动上验证模型。</translation>
    </message>
    <message>
      <source>Sweep the joints for friction: so far it comes from the excitation alone.</source>
      <translation>对各关节做摩擦扫掠：目前摩擦只来自激励。</translation>
    </message>
    <message>
      <source>The friction of {joints} is only usable: sweep at more speeds to know it better.</source>
      <translation>{joints} 的摩擦仅为可用：用更多速度扫掠可以更准确。</translation>
    </message>
    <message>
      <source>Measure what hangs on the flange, and set it in the controller.</source>
      <translation>测量法兰上所挂的负载，并在控制器中设定。</translation>
    </message>
    <message>
      <source>On motion that the model had not seen these joints are beyond their limits: {joints}.</source>
      <translation>在模型未见过的运动上，这些关节超出限值：{joints}。</translation>
    </message>
    <message>
      <source>These joints hardly moved in the verification and were not judged: {joints}.</source>
      <translation>这些关节在验证中几乎没有运动，未作评判：{joints}。</translation>
    </message>
    <message>
      <source>Analyse the twist of the gears: both encoders were recorded.</source>
      <translation>分析减速器扭转：两侧编码器都已录制。</translation>
    </message>
    <message>
      <source>Verify again with motions that move {joints}.</source>
      <translation>用能让 {joints} 运动的动作重新验证。</translation>
    </message>
    <message>
      <source>Measure the friction again, for: {joints}.</source>
      <translation>重新测量摩擦，关节：{joints}。</translation>
    </message>
    <message>
      <source>Load these gears again, slower or with more load: {joints}.</source>
      <translation>重新加载这些齿轮，速度更慢或载荷更大：{joints}。</translation>
    </message>
    <message>
      <source>Payload: {sentence}</source>
      <translation>负载：{sentence}</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/answer_view.py</name>
    <message>
      <source>Mass on the flange</source>
      <translation>法兰上的质量</translation>
    </message>
    <message>
      <source>Force at the tool, x y z</source>
      <translation>工具处的力 x y z</translation>
    </message>
    <message>
      <source>Pose</source>
      <translation>位姿</translation>
    </message>
    <message>
      <source>Joint positions</source>
      <translation>关节位置</translation>
    </message>
    <message>
      <source>A mass on the flange</source>
      <translation>法兰上的质量</translation>
    </message>
    <message>
      <source>A force at the tool</source>
      <translation>工具处的力</translation>
    </message>
    <message>
      <source>Middle of the ranges</source>
      <translation>行程中点</translation>
    </message>
    <message>
      <source>Worst pose</source>
      <translation>最差位姿</translation>
    </message>
    <message>
      <source>Typed</source>
      <translation>手动输入</translation>
    </message>
    <message>
      <source>Pose, ° and mm</source>
      <translation>位姿，° 和 mm</translation>
    </message>
    <message>
      <source>The measured payload</source>
      <translation>测得的负载</translation>
    </message>
    <message>
      <source>The arm's pose now</source>
      <translation>机械臂当前位姿</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/legend.py</name>
    <message>
      <source>takes away, or not known</source>
      <translation>减少，或未给出</translation>
    </message>
    <message>
      <source>gives</source>
      <translation>增加</translation>
    </message>
    <message>
      <source>takes away</source>
      <translation>减少</translation>
    </message>
    <message>
      <source>all springs</source>
      <translation>所有弹簧</translation>
    </message>
    <message>
      <source>joints that stand for links</source>
      <translation>折算了连杆的关节</translation>
    </message>
    <message>
      <source>the tool does not come there</source>
      <translation>工具到不了此处</translation>
    </message>
    <message>
      <source>worst place</source>
      <translation>最差位置</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/load_tests_view.py</name>
    <message>
      <source>Load tests</source>
      <translation>加载试验</translation>
    </message>
    <message>
      <source>Work it out again</source>
      <translation>重新计算</translation>
    </message>
    <message>
      <source>{used} of {count} count</source>
      <translation>{count} 项中计入 {used} 项</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/page.py</name>
    <message>
      <source>Working out the stiffness</source>
      <translation>正在计算刚度</translation>
    </message>
    <message>
      <source>Work out the stiffness of the arm</source>
      <translation>计算机械臂的刚度</translation>
    </message>
    <message>
      <source>Work out the stiffness</source>
      <translation>计算刚度</translation>
    </message>
    <message>
      <source>load tests that count</source>
      <translation>计入的加载测试</translation>
    </message>
    <message>
      <source>Other options</source>
      <translation>其他选项</translation>
    </message>
    <message>
      <source>Gears and links bend under load, and the tool moves. This page shows how far, and why.</source>
      <translation>减速器和连杆受载会变形，工具随之移动。此处给出移动量及原因。</translation>
    </message>
    <message>
      <source>Out of date: the gears were looked at again since. Work the stiffness out again.</source>
      <translation>已过期：之后重新分析了减速器。重新计算刚度。</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/pose_presentation.py</name>
    <message>
      <source>How far 1 N moves the tool, along the directions in which it gives most and least</source>
      <translation>1 N 使工具移动多远，沿变形最大和最小的方向</translation>
    </message>
    <message>
      <source>The load moves the tool {mean} mm on average over {poses} poses, and at most {most} mm: {radius} mm from the axis, {height} mm high, joints at {pose} (° and mm).</source>
      <translation>载荷在 {poses} 个位姿上使工具平均移动 {mean} mm，最多 {most} mm：距轴线 {radius} mm，高 {height} mm，关节位于 {pose}（° 和 mm）。</translation>
    </message>
    <message>
      <source>Over the workspace</source>
      <translation>在整个工作空间内</translation>
    </message>
    <message>
      <source>The joints' own springs are not known, so the shift cannot be predicted.</source>
      <translation>关节自身弹簧未知，因此无法预测位移。</translation>
    </message>
    <message>
      <source>The pose</source>
      <translation>位姿</translation>
    </message>
    <message>
      <source>{load} moves the tool by</source>
      <translation>{load} 使工具移动</translation>
    </message>
    <message>
      <source>Shift of the tool at this pose</source>
      <translation>工具在此位姿下的位移</translation>
    </message>
    <message>
      <source>joints with rigid links</source>
      <translation>连杆视为刚性的关节</translation>
    </message>
    <message>
      <source>Axis {number}</source>
      <translation>轴 {number}</translation>
    </message>
    <message>
      <source>joints alone</source>
      <translation>仅按关节</translation>
    </message>
    <message>
      <source>Directions of these axes in the base frame, x; y; z</source>
      <translation>这些轴在基坐标系中的方向，x；y；z</translation>
    </message>
    <message>
      <source>Forces and moments along and about x, y, z of the base that a shift or a turn takes: forces in N/µm and kN/rad, moments in kN·m/m and kN·m/rad.</source>
      <translation>产生单位平移或转角所需的力和力矩，沿底座 x、y、z 轴及绕其轴：力用 N/µm 和 kN/rad，力矩用 kN·m/m 和 kN·m/rad。</translation>
    </message>
    <message>
      <source>Axis {number}, joints alone</source>
      <translation>轴 {number}，仅按关节</translation>
    </message>
    <message>
      <source>Stiffness of the tool at this pose, by all springs</source>
      <translation>工具在此位姿下的刚度，按全部弹簧</translation>
    </message>
    <message>
      <source>Stiffness of the tool at this pose, by joints alone</source>
      <translation>工具在此位姿下的刚度，仅按关节</translation>
    </message>
    <message>
      <source>Links</source>
      <translation>连杆</translation>
    </message>
    <message>
      <source>Joints that stand for links</source>
      <translation>折算了连杆的关节</translation>
    </message>
    <message>
      <source>Reasons against this shift</source>
      <translation>对此位移的疑点</translation>
    </message>
    <message>
      <source>The same under {load}, along the axes of the base frame</source>
      <translation>在 {load} 下沿基坐标系各轴的位移</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/pose_views.py</name>
    <message>
      <source>How the tool gives at this pose</source>
      <translation>工具在此位姿下的变形</translation>
    </message>
    <message>
      <source>Principal values</source>
      <translation>主值</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>显示</translation>
    </message>
    <message>
      <source>Stiffness matrix of the tool</source>
      <translation>工具的刚度矩阵</translation>
    </message>
    <message>
      <source>Of a place's poses</source>
      <translation>同一位置各位姿取</translation>
    </message>
    <message>
      <source>Shift of the tool over the workspace</source>
      <translation>工具位移在工作空间中的分布</translation>
    </message>
    <message>
      <source>Look at the worst pose</source>
      <translation>查看最差位姿</translation>
    </message>
    <message>
      <source>Ellipsoid</source>
      <translation>椭球</translation>
    </message>
    <message>
      <source>Matrix</source>
      <translation>矩阵</translation>
    </message>
    <message>
      <source>Working out the map …</source>
      <translation>正在计算分布图 …</translation>
    </message>
    <message>
      <source>The joints' own springs are unknown: there is no map.</source>
      <translation>关节自身弹簧未知：没有分布图。</translation>
    </message>
    <message>
      <source>{force} N in every direction, drawn × {factor}</source>
      <translation>各方向 {force} N，放大 × {factor} 绘制</translation>
    </message>
    <message>
      <source>No pose yet.</source>
      <translation>尚无位姿。</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/presentation.py</name>
    <message>
      <source>Share of every link, % of each joint</source>
      <translation>各连杆的变形份额，占各关节的 %</translation>
    </message>
    <message>
      <source>The load tests: shift of the tool</source>
      <translation>加载试验：工具的位移</translation>
    </message>
    <message>
      <source>Algebra and experiment side by side</source>
      <translation>代数与试验对照</translation>
    </message>
    <message>
      <source>{count} load tests of {robot}, in an order in which the arm travels little.</source>
      <translation>{robot} 的 {count} 项加载试验，其顺序使机械臂移动最少。</translation>
    </message>
    <message>
      <source>expected {axis}</source>
      <translation>预期 {axis}</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>是</translation>
    </message>
    <message>
      <source>Measured frame against the base frame, rms of {points} points</source>
      <translation>测量坐标系与基坐标系之差，{points} 个点的 RMS</translation>
    </message>
    <message>
      <source>{count} of {all} of {file} counted</source>
      <translation>{file} 的 {all} 项中计入 {count} 项</translation>
    </message>
    <message>
      <source>own spring</source>
      <translation>自身弹簧</translation>
    </message>
    <message>
      <source>with its links</source>
      <translation>计入连杆</translation>
    </message>
    <message>
      <source>times its gear</source>
      <translation>为其减速器的倍数</translation>
    </message>
    <message>
      <source>lever</source>
      <translation>力臂</translation>
    </message>
    <message>
      <source>Joints that stand for the links</source>
      <translation>折算了连杆的关节</translation>
    </message>
    <message>
      <source>Shift of the tool, mean of {poses} load tests</source>
      <translation>工具位移，{poses} 项加载试验的平均值</translation>
    </message>
    <message>
      <source>Left by joints that stand for the links, mean</source>
      <translation>折算了连杆的关节未能反映的部分，平均值</translation>
    </message>
    <message>
      <source>Root of its mean square</source>
      <translation>其均方根</translation>
    </message>
    <message>
      <source>At most</source>
      <translation>最大</translation>
    </message>
    <message>
      <source>Shift of the tool that joints alone leave</source>
      <translation>仅按关节计算时位移的剩余部分</translation>
    </message>
    <message>
      <source>the joint's own spring</source>
      <translation>关节自身弹簧</translation>
    </message>
    <message>
      <source>test</source>
      <translation>试验</translation>
    </message>
    <message>
      <source>force x; y; z, N</source>
      <translation>力 x；y；z，N</translation>
    </message>
    <message>
      <source>measured x; y; z, mm</source>
      <translation>实测 x；y；z，mm</translation>
    </message>
    <message>
      <source>by the joints, mm</source>
      <translation>按关节，mm</translation>
    </message>
    <message>
      <source>algebra</source>
      <translation>代数</translation>
    </message>
    <message>
      <source>experiment</source>
      <translation>试验</translation>
    </message>
    <message>
      <source>apart</source>
      <translation>相差</translation>
    </message>
    <message>
      <source>apart in standard deviations</source>
      <translation>相差（以标准差计）</translation>
    </message>
    <message>
      <source>mean error under {force}</source>
      <translation>{force} 下的平均误差</translation>
    </message>
    <message>
      <source>Joints' own springs</source>
      <translation>关节自身弹簧</translation>
    </message>
    <message>
      <source>Scatter of the load tests per axis</source>
      <translation>加载试验每轴的离散</translation>
    </message>
    <message>
      <source>{place} mm in the flange frame</source>
      <translation>法兰坐标系中 {place} mm</translation>
    </message>
    <message>
      <source>Tool point</source>
      <translation>工具点</translation>
    </message>
    <message>
      <source>The load tests</source>
      <translation>加载试验</translation>
    </message>
    <message>
      <source>Shift of the tool under {force}, mean over all poses</source>
      <translation>{force} 下的工具位移，所有位姿的平均值</translation>
    </message>
    <message>
      <source>Left by joints with rigid links, mean</source>
      <translation>连杆视为刚性时未能反映的部分，平均值</translation>
    </message>
    <message>
      <source>The link springs that matter most</source>
      <translation>影响最大的连杆弹簧</translation>
    </message>
    <message>
      <source>{name} (line {line})</source>
      <translation>{name}（第 {line} 行）</translation>
    </message>
    <message>
      <source>Columns that were not used</source>
      <translation>未使用的列</translation>
    </message>
    <message>
      <source>computing</source>
      <translation>计算</translation>
    </message>
    <message>
      <source>Stiffness of {robot}</source>
      <translation>{robot} 的刚度</translation>
    </message>
    <message>
      <source>line</source>
      <translation>行</translation>
    </message>
    <message>
      <source>The file of load tests</source>
      <translation>加载试验文件</translation>
    </message>
    <message>
      <source>mean error of the load tests</source>
      <translation>加载试验的平均误差</translation>
    </message>
    <message>
      <source>Twist analysis in this visit</source>
      <translation>本现场记录中的扭转分析</translation>
    </message>
    <message>
      <source>Load tests of {robot}</source>
      <translation>{robot} 的加载试验</translation>
    </message>
    <message>
      <source>Expected uncertainty of the joints, shifts measured to {noise}</source>
      <translation>预期的关节不确定度，位移测量精度 {noise}</translation>
    </message>
    <message>
      <source>expected stiffness</source>
      <translation>预期刚度</translation>
    </message>
    <message>
      <source>{joint} (held)</source>
      <translation>{joint}（固定）</translation>
    </message>
    <message>
      <source>spring</source>
      <translation>弹簧</translation>
    </message>
    <message>
      <source>share of the joint</source>
      <translation>占该关节的份额</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/report.py</name>
    <message>
      <source>Stiffness of the whole arm under a load.</source>
      <translation>整臂在载荷下的刚度。</translation>
    </message>
    <message>
      <source>Stiffness of the arm</source>
      <translation>机械臂刚度</translation>
    </message>
    <message>
      <source>Stiffness report</source>
      <translation>刚度报告</translation>
    </message>
    <message>
      <source>Use it to correct the tool, and to predict its shift under a load.</source>
      <translation>可用于校正工具，并预测其在负载下的偏移。</translation>
    </message>
    <message>
      <source>Use it within the limits that its page names.</source>
      <translation>请在其页面所述的限制内使用。</translation>
    </message>
    <message>
      <source>Measure again: its page names what the load tests lack.</source>
      <translation>请重新测量：其页面说明加载试验缺少什么。</translation>
    </message>
    <message>
      <source>Measure the springs of the joints, or load tests at another tool point.</source>
      <translation>请测量关节的弹性，或在另一工具点做加载试验。</translation>
    </message>
    <message>
      <source>Stiffness of the whole arm</source>
      <translation>整臂的刚度</translation>
    </message>
    <message>
      <source>The whole arm: how far it gives under a load.</source>
      <translation>整臂：在负载下的变形。</translation>
    </message>
    <message>
      <source>Stiffness at {joints}.</source>
      <translation>{joints} 处的刚度。</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/result_view.py</name>
    <message>
      <source>The description says nothing of the links. Write their tubes (beams) or springs in it.</source>
      <translation>描述中没有连杆数据。在其中写入连杆的管件（梁）或弹簧。</translation>
    </message>
    <message>
      <source>own spring not known</source>
      <translation>自身弹簧未知</translation>
    </message>
    <message>
      <source>held at its own spring</source>
      <translation>固定为自身弹簧</translation>
    </message>
    <message>
      <source>At a pose</source>
      <translation>在某一位姿</translation>
    </message>
    <message>
      <source>Map</source>
      <translation>分布图</translation>
    </message>
    <message>
      <source>Compliance of every joint</source>
      <translation>各关节的变形量</translation>
    </message>
    <message>
      <source>Contribution of every link spring to every joint</source>
      <translation>各连杆弹簧对各关节变形量的贡献</translation>
    </message>
    <message>
      <source>% of what the joint gives</source>
      <translation>占关节变形量的 %</translation>
    </message>
    <message>
      <source>times the spring's own, in SI units</source>
      <translation>乘以弹簧自身值，SI 单位</translation>
    </message>
    <message>
      <source>Load tests tell what joints give, not which link it is from.</source>
      <translation>加载试验给出各关节的变形量，但不能区分来自哪个连杆。</translation>
    </message>
    <message>
      <source>own {own}, factor {factor}</source>
      <translation>自身 {own}，系数 {factor}</translation>
    </message>
    <message>
      <source>Tests</source>
      <translation>试验</translation>
    </message>
    <message>
      <source>This arm</source>
      <translation>这台机械臂</translation>
    </message>
    <message>
      <source>Geometry</source>
      <translation>几何</translation>
    </message>
    <message>
      <source>The largest: {words}</source>
      <translation>最大的：{words}</translation>
    </message>
    <message>
      <source>links together</source>
      <translation>连杆合计</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/sentences.py</name>
    <message>
      <source>Stiffness of {robot}, {route}: {known} of {joints} joints are known.</source>
      <translation>{robot} 的刚度，{route}：{joints} 个关节中已知 {known} 个。</translation>
    </message>
    <message>
      <source>The joints stand for the links too. On average that leaves {mean} of {whole} mm under {force} N.</source>
      <translation>关节中也折算了连杆。在 {force} N 下，{whole} mm 中平均仍有 {mean} mm 未能反映。</translation>
    </message>
    <message>
      <source>{link}, {what}: gives {share} of what {joint} gives.</source>
      <translation>{link}，{what}：占 {joint} 变形量的 {share}。</translation>
    </message>
    <message>
      <source>Geometry alone: {geometry} times {pair}.</source>
      <translation>仅几何：{geometry} 乘以 {pair}。</translation>
    </message>
    <message>
      <source>Base</source>
      <translation>底座</translation>
    </message>
    <message>
      <source>The joints stand for the links too.</source>
      <translation>关节中也折算了连杆。</translation>
    </message>
    <message>
      <source>{link}, {what}: takes {share} away from what {joint} gives.</source>
      <translation>{link}，{what}：使 {joint} 的变形量减少 {share}。</translation>
    </message>
    <message>
      <source>stretching along its {axis}</source>
      <translation>沿自身 {axis} 拉伸</translation>
    </message>
    <message>
      <source>sagging along its {axis}</source>
      <translation>沿自身 {axis} 下垂</translation>
    </message>
    <message>
      <source>twisting about its {axis}</source>
      <translation>绕自身 {axis} 扭转</translation>
    </message>
    <message>
      <source>bending about its {axis}</source>
      <translation>绕自身 {axis} 弯曲</translation>
    </message>
    <message>
      <source>giving along its {axis}</source>
      <translation>沿自身 {axis} 变形</translation>
    </message>
    <message>
      <source>turning about its {axis}</source>
      <translation>绕自身 {axis} 转动</translation>
    </message>
    <message>
      <source>reckoned from the springs of joints and links</source>
      <translation>由关节和连杆的弹簧推算</translation>
    </message>
    <message>
      <source>measured under known loads</source>
      <translation>在已知载荷下测得</translation>
    </message>
    <message>
      <source>the robot description</source>
      <translation>机器人描述</translation>
    </message>
    <message>
      <source>the twist that both encoders showed</source>
      <translation>两个编码器显示的扭转</translation>
    </message>
    <message>
      <source>numbers that were given</source>
      <translation>给定的数值</translation>
    </message>
    <message>
      <source>a force of {force} N in the base frame</source>
      <translation>基坐标系中 {force} N 的力</translation>
    </message>
    <message>
      <source>Link {number}</source>
      <translation>连杆 {number}</translation>
    </message>
    <message>
      <source>{joints}: not measurable with this tool point.</source>
      <translation>{joints}：用此工具点无法测量。</translation>
    </message>
    <message>
      <source>{load} at {place} mm in the flange frame</source>
      <translation>法兰坐标系中 {place} mm 处的 {load}</translation>
    </message>
    <message>
      <source>{link}, {what}: gives nothing to {joint}.</source>
      <translation>{link}，{what}：对 {joint} 的变形量没有贡献。</translation>
    </message>
    <message>
      <source>{first} together with {second}</source>
      <translation>{first}与{second}耦合</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/setup_view.py</name>
    <message>
      <source>Progress of the stiffness</source>
      <translation>刚度计算进度</translation>
    </message>
    <message>
      <source>From what</source>
      <translation>依据</translation>
    </message>
    <message>
      <source>Load tests …</source>
      <translation>加载试验 …</translation>
    </message>
    <message>
      <source>Laser tracker …</source>
      <translation>激光跟踪仪 …</translation>
    </message>
    <message>
      <source>Poses that count</source>
      <translation>计入的位姿</translation>
    </message>
    <message>
      <source>Tables (*.csv *.txt)</source>
      <translation>表格 (*.csv *.txt)</translation>
    </message>
    <message>
      <source>Springs</source>
      <translation>弹簧</translation>
    </message>
    <message>
      <source>Measured load tests</source>
      <translation>实测加载试验</translation>
    </message>
    <message>
      <source>as described, or -90:90 for each joint</source>
      <translation>按描述，或每个关节 -90:90</translation>
    </message>
    <message>
      <source>Choose the robot first.</source>
      <translation>先选择机器人。</translation>
    </message>
    <message>
      <source>The twist analysis of this visit gives the joints' springs.</source>
      <translation>关节弹簧由本次现场记录的扭转分析给出。</translation>
    </message>
    <message>
      <source>The description says nothing of the springs of {joints}. Run the twist analysis, or write stiffness for them in the description.</source>
      <translation>描述中没有{joints} 的弹簧数据。运行扭转分析，或在描述中写入其刚度。</translation>
    </message>
    <message>
      <source>Known loads were hung on the tool, and how far it moved was measured.</source>
      <translation>在工具上挂已知载荷，并测量其移动量。</translation>
    </message>
    <message>
      <source>The joints and links give under load. The joints take the links' share over all poses.</source>
      <translation>关节和连杆在载荷下会变形。所有位姿下连杆的份额都计入关节。</translation>
    </message>
    <message>
      <source>No file yet</source>
      <translation>尚无文件</translation>
    </message>
    <message>
      <source>where its shifts are apart</source>
      <translation>位移在另一文件时选用</translation>
    </message>
    <message>
      <source>Poses that count, ° and mm</source>
      <translation>计入的位姿，° 和 mm</translation>
    </message>
    <message>
      <source>The description says nothing of the links: the arm counts as rigid between its joints.</source>
      <translation>描述中没有连杆数据：机械臂在关节之间视为刚性。</translation>
    </message>
    <message>
      <source>Springs of all joints and of the links are described.</source>
      <translation>所有关节和连杆的弹簧均有描述。</translation>
    </message>
  </context>
  <context>
    <name>app/features/stiffness/shift_map.py</name>
    <message>
      <source>Distance from the base's axis, mm</source>
      <translation>到底座轴线的距离，mm</translation>
    </message>
    <message>
      <source>{radius} mm out, {height} mm high: the tool moves by {moved}.</source>
      <translation>距离 {radius} mm，高 {height} mm：工具移动 {moved}。</translation>
    </message>
    <message>
      <source>Height, mm</source>
      <translation>高度，mm</translation>
    </message>
    <message>
      <source>worst: {value} mm</source>
      <translation>最差：{value} mm</translation>
    </message>
    <message>
      <source>{radius} mm out, {height} mm high: the tool does not come there.</source>
      <translation>距离 {radius} mm，高 {height} mm：工具到不了此处。</translation>
    </message>
  </context>
  <context>
    <name>app/features/tool_correction/feature.py</name>
    <message>
      <source>Compensate</source>
      <translation>补偿</translation>
    </message>
  </context>
  <context>
    <name>app/features/tool_correction/form.py</name>
    <message>
      <source>Which run</source>
      <translation>哪次运行</translation>
    </message>
    <message>
      <source>Joint positions of a place</source>
      <translation>点位的关节位置</translation>
    </message>
    <message>
      <source>One number per joint, in ° (mm where a joint slides).</source>
      <translation>每个关节一个数，单位 °（直线关节为 mm）。</translation>
    </message>
    <message>
      <source>Add this place</source>
      <translation>添加此点位</translation>
    </message>
    <message>
      <source>Add where the arm stands</source>
      <translation>添加当前位置</translation>
    </message>
    <message>
      <source>Remove the chosen place</source>
      <translation>移除所选点位</translation>
    </message>
    <message>
      <source>Places from a table …</source>
      <translation>从表格读取点位 …</translation>
    </message>
    <message>
      <source>Place: joint positions in °</source>
      <translation>点位：关节位置，单位 °</translation>
    </message>
    <message>
      <source>Load, as far as known</source>
      <translation>载荷（已知时填写）</translation>
    </message>
    <message>
      <source>1  Without the load</source>
      <translation>1  空载</translation>
    </message>
    <message>
      <source>2  With the load</source>
      <translation>2  带载</translation>
    </message>
  </context>
  <context>
    <name>app/features/tool_correction/page.py</name>
    <message>
      <source>{good} of {count} places are corrected. The second view has their positions.</source>
      <translation>{count} 个点位中已修正 {good} 个。关节位置见第二个视图。</translation>
    </message>
    <message>
      <source>Tool before and after</source>
      <translation>修正前后的工具</translation>
    </message>
    <message>
      <source>Reasons against the corrected positions</source>
      <translation>修正位置的疑点</translation>
    </message>
    <message>
      <source>Corrected joint positions as the controller reports them</source>
      <translation>修正后的关节位置（按控制器报告的形式）</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>复制</translation>
    </message>
    <message>
      <source>Save as a table …</source>
      <translation>保存为表格 …</translation>
    </message>
    <message>
      <source>Correct these again</source>
      <translation>再次修正这些点位</translation>
    </message>
    <message>
      <source>The corrected positions are in the clipboard.</source>
      <translation>修正后的位置已复制到剪贴板。</translation>
    </message>
    <message>
      <source>Save the corrected positions</source>
      <translation>保存修正后的位置</translation>
    </message>
    <message>
      <source>Place</source>
      <translation>点位</translation>
    </message>
    <message>
      <source>Joint positions, ° (mm)</source>
      <translation>关节位置，°（mm）</translation>
    </message>
    <message>
      <source>Bring the tool back under load</source>
      <translation>带载时使工具回位</translation>
    </message>
    <message>
      <source>How far a load bends the arm at some places, and joint positions that bring the tool back. The arm is corrected standing, by at most 0.2° a joint and 5 mm at once, three times.</source>
      <translation>得出载荷在若干点位使机械臂变形多少，以及使工具回位的关节位置。修正在机械臂静止时进行，每次每个关节最多 0.2°、工具最多 5 mm，共三次。</translation>
    </message>
    <message>
      <source>Places, one after the other</source>
      <translation>点位（逐个）</translation>
    </message>
    <message>
      <source>Places</source>
      <translation>点位</translation>
    </message>
    <message>
      <source>Corrected positions</source>
      <translation>修正后的位置</translation>
    </message>
    <message>
      <source>Leave the robot switched on, put the load on, and go on with the second run.</source>
      <translation>保持机器人通电，加上载荷，然后进行第二次运行。</translation>
    </message>
    <message>
      <source>Go on with the load</source>
      <translation>带载继续</translation>
    </message>
    <message>
      <source>Tables of places (*.csv)</source>
      <translation>点位表格 (*.csv)</translation>
    </message>
    <message>
      <source>Choose places</source>
      <translation>选择点位</translation>
    </message>
    <message>
      <source>Nothing is corrected yet.</source>
      <translation>尚未修正。</translation>
    </message>
    <message>
      <source>Saved: {file}.</source>
      <translation>已保存：{file}。</translation>
    </message>
  </context>
  <context>
    <name>app/features/tool_correction/presentation.py</name>
    <message>
      <source>The tool, corrected for its load</source>
      <translation>按载荷修正后的工具</translation>
    </message>
    <message>
      <source>The load moved the tool by up to {before}; {after} are left, by the reduced stiffness.</source>
      <translation>负载使工具最多偏移 {before}；按简化刚度计算，剩余 {after}。</translation>
    </message>
    <message>
      <source>The reduced stiffness itself is wrong by {share} of a shift on average over all poses; that much of what the tool was off before may remain.</source>
      <translation>简化刚度本身在所有位姿上平均误差为偏移量的 {share}；修正前的偏移可能仍有这么多残留。</translation>
    </message>
    <message>
      <source>The tool under load, by the reduced stiffness</source>
      <translation>载荷下的工具，按简化刚度</translation>
    </message>
    <message>
      <source>How far the reduced stiffness itself is right is not known.</source>
      <translation>简化刚度本身的准确程度未知。</translation>
    </message>
    <message>
      <source>place</source>
      <translation>点位</translation>
    </message>
    <message>
      <source>off before</source>
      <translation>修正前偏差</translation>
    </message>
    <message>
      <source>left after, by the joints</source>
      <translation>修正后按关节剩余</translation>
    </message>
    <message>
      <source>steps</source>
      <translation>步数</translation>
    </message>
    <message>
      <source>largest change</source>
      <translation>最大改变</translation>
    </message>
    <message>
      <source>end</source>
      <translation>结束原因</translation>
    </message>
    <message>
      <source>Corrected positions, as the controller reports them</source>
      <translation>修正后的位置，按控制器上报的值</translation>
    </message>
    <message>
      <source>Corrected, at a standstill under the load</source>
      <translation>在载荷下静止时修正于</translation>
    </message>
    <message>
      <source>What the correction rests on</source>
      <translation>修正的依据</translation>
    </message>
    <message>
      <source>done</source>
      <translation>已完成</translation>
    </message>
    <message>
      <source>all steps taken</source>
      <translation>步数用完</translation>
    </message>
    <message>
      <source>it got worse</source>
      <translation>变差</translation>
    </message>
    <message>
      <source>too large</source>
      <translation>过大</translation>
    </message>
    <message>
      <source>To place {place} of {count}, slowly</source>
      <translation>慢速移到点位 {place}（共 {count} 个）</translation>
    </message>
    <message>
      <source>The last, slow move to place {place} of {count}</source>
      <translation>到点位 {place}（共 {count} 个）的最后慢速移动</translation>
    </message>
    <message>
      <source>Place {place} of {count}: standing, and averaging the encoders</source>
      <translation>点位 {place}（共 {count} 个）：静止，对编码器取平均</translation>
    </message>
    <message>
      <source>Place {place} of {count}: a small move to correct the tool</source>
      <translation>点位 {place}（共 {count} 个）：小幅移动以修正工具位置</translation>
    </message>
    <message>
      <source>The tool of {robot}, corrected for its load</source>
      <translation>{robot} 的工具，已按其载荷修正</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/explained_chart.py</name>
    <message>
      <source>{joint}: {left} of {raw} {unit} left unexplained.</source>
      <translation>{joint}：{raw} {unit} 中有 {left} 未解释。</translation>
    </message>
    <message>
      <source>of {raw}</source>
      <translation>共 {raw}</translation>
    </message>
    <message>
      <source>Twist, rms</source>
      <translation>变形量，RMS</translation>
    </message>
    <message>
      <source>raw</source>
      <translation>原始</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/feature.py</name>
    <message>
      <source>Gear load</source>
      <translation>减速器载荷</translation>
    </message>
    <message>
      <source>Torque ramps</source>
      <translation>力矩斜坡</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/gear_plots.py</name>
    <message>
      <source>gap {size}</source>
      <translation>背隙 {size}</translation>
    </message>
    <message>
      <source>lost motion {size}</source>
      <translation>空程 {size}</translation>
    </message>
    <message>
      <source>loop {size} wide</source>
      <translation>环宽 {size}</translation>
    </message>
    <message>
      <source>Ripple of {joint}, strongest first: {lines}.</source>
      <translation>{joint} 的波动，由强到弱：{lines}。</translation>
    </message>
    <message>
      <source>Twist over load. {sentence}</source>
      <translation>变形量与载荷的关系。{sentence}</translation>
    </message>
    <message>
      <source>Amplitude ({unit}) over cycles per motor turn</source>
      <translation>幅值（{unit}）随每电机转周期数的变化</translation>
    </message>
    <message>
      <source>amplitude</source>
      <translation>幅值</translation>
    </message>
    <message>
      <source>The ripple of {joint} was not measured.</source>
      <translation>{joint} 的波动未测得。</translation>
    </message>
    <message>
      <source>No line stands out of the ripple of {joint}.</source>
      <translation>{joint} 的波动中没有突出的谱线。</translation>
    </message>
    <message>
      <source>of the stiffness</source>
      <translation>按刚度</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/load_steps_page.py</name>
    <message>
      <source>Load the gears by gravity</source>
      <translation>靠重力加载减速器</translation>
    </message>
    <message>
      <source>One joint after the other goes slowly there and back where its load changes most. This may be left out.</source>
      <translation>关节逐个在其载荷变化最大处缓慢往返。此步可以跳过。</translation>
    </message>
    <message>
      <source>Load steps, joint by joint</source>
      <translation>载荷阶跃（逐关节）</translation>
    </message>
    <message>
      <source>Joints that gravity does not load enough</source>
      <translation>重力加载不足的关节</translation>
    </message>
    <message>
      <source>Strokes</source>
      <translation>行程</translation>
    </message>
    <message>
      <source>Not loaded</source>
      <translation>未加载</translation>
    </message>
    <message>
      <source>The step Twist says what the gears are like.</source>
      <translation>“扭转”步骤给出减速器的状况。</translation>
    </message>
    <message>
      <source>How far the gears twist is said once a model is identified: go on to the step Twist then.</source>
      <translation>辨识模型后才能得知减速器的扭转程度：届时进入“扭转”步骤。</translation>
    </message>
    <message>
      <source>Looking at the twist</source>
      <translation>正在分析扭转</translation>
    </message>
    <message>
      <source>Twist of the gears</source>
      <translation>齿轮的扭转</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/load_steps_presentation.py</name>
    <message>
      <source>{joint} goes slowly under its load, round {round} of {rounds}</source>
      <translation>{joint} 在载荷下缓慢运动，第 {round} 轮，共 {rounds} 轮</translation>
    </message>
    <message>
      <source>Gravity loads one joint</source>
      <translation>重力加载 1 个关节</translation>
    </message>
    <message>
      <source>Gravity loads {count} joints</source>
      <translation>重力加载 {count} 个关节</translation>
    </message>
    <message>
      <source>one is left out</source>
      <translation>剔除 1 个</translation>
    </message>
    <message>
      <source>{count} are left out</source>
      <translation>剔除 {count} 个</translation>
    </message>
    <message>
      <source>About {mass} kg hung {distance} mm off its axis would do.</source>
      <translation>在距其轴线 {distance} mm 处挂约 {mass} kg 即可。</translation>
    </message>
    <message>
      <source>Load by gravity</source>
      <translation>重力载荷</translation>
    </message>
    <message>
      <source>changes by</source>
      <translation>变化量</translation>
    </message>
    <message>
      <source>needed</source>
      <translation>所需</translation>
    </message>
    <message>
      <source>motor turns</source>
      <translation>电机转数</translation>
    </message>
    <message>
      <source>Load steps</source>
      <translation>载荷阶跃</translation>
    </message>
    <message>
      <source>The description has no masses: the loads are a stand-in's and say only where they change.</source>
      <translation>描述中没有质量：载荷为替代模型的数值，只表明在何处变化。</translation>
    </message>
    <message>
      <source>{loaded}; {rest}.</source>
      <translation>{loaded}；{rest}。</translation>
    </message>
    <message>
      <source>{joint} turns about a vertical axis in every pose: gravity puts no torque on it, and no payload changes that. Load steps cannot measure its gear; ordinary motion may, or tilting the base.</source>
      <translation>{joint} 在所有位姿下都绕竖直轴转动：重力对它不产生力矩，任何负载也改变不了。载荷阶跃无法测量其减速器；普通运动或倾斜底座也许可以。</translation>
    </message>
    <message>
      <source>{joint} slides: gravity pulls on it equally all along its way. Load steps cannot measure it.</source>
      <translation>{joint} 为移动关节：重力在整个行程上的拉力相同。载荷阶跃无法测量它。</translation>
    </message>
    <message>
      <source>{joint} is loaded too little: gravity changes its torque by {span} {unit} at most, {needed} {unit} are needed.</source>
      <translation>{joint} 的载荷太小：重力最多使其力矩变化 {span} {unit}，需要 {needed} {unit}。</translation>
    </message>
    <message>
      <source>{joint} could be loaded by {span} {unit}, but no range of it that is clear of floor, arm and boxes was found. Move the arm where it has more room.</source>
      <translation>{joint} 可加载 {span} {unit}，但没有找到避开地面、机械臂和长方体的范围。把机械臂移到更宽敞的地方。</translation>
    </message>
    <message>
      <source>It runs because it was asked for.</source>
      <translation>因为有此要求，所以仍会运行。</translation>
    </message>
    <message>
      <source>{loaded}; none is left out.</source>
      <translation>{loaded}；无一剔除。</translation>
    </message>
    <message>
      <source>To where gravity loads {joint} most</source>
      <translation>移到重力对 {joint} 加载最大处</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/page.py</name>
    <message>
      <source>Look at the gears</source>
      <translation>分析减速器</translation>
    </message>
    <message>
      <source>Analyse the twist of the gears</source>
      <translation>分析减速器的扭转</translation>
    </message>
    <message>
      <source>choice of runs</source>
      <translation>运行的选择</translation>
    </message>
    <message>
      <source>Looking at the gears</source>
      <translation>正在分析减速器</translation>
    </message>
    <message>
      <source>Progress of the analysis</source>
      <translation>分析进度</translation>
    </message>
    <message>
      <source>The recordings of this visit have one encoder per joint.</source>
      <translation>此现场记录中的录制每个关节只有一个编码器。</translation>
    </message>
    <message>
      <source>The twist of a gear is its motor angle less its link angle. Without a link encoder, as on arms of Universal Robots, the twist, the play and the hysteresis of the gears stay unseen. Friction, dynamics and payload need none. If the arm has both, record with a controller that tells both encoders, or import a file that has them. This step may be left out.</source>
      <translation>减速器的扭转是电机角度减去连杆角度。没有连杆编码器时（例如 Universal Robots 的机械臂），看不到减速器的扭转、背隙和迟滞。摩擦、动力学和负载不需要它。如果机械臂有两个编码器，请用提供两个编码器的控制器录制，或导入含两者的文件。此步可以跳过。</translation>
    </message>
    <message>
      <source>Load steps were repeated: the latest count. The earlier ones stay in the visit; tick them to let them count.</source>
      <translation>载荷阶跃重做过：以最新的为准。较早的仍在现场记录中；打勾即可计入。</translation>
    </message>
    <message>
      <source>A gear that gives way sets motor and link encoder apart. One recording under Validate shows whether what is found holds.</source>
      <translation>减速器变形会使电机侧与连杆侧编码器的读数分开。“验证”一栏下的一份录制数据可表明结果是否成立。</translation>
    </message>
    <message>
      <source>No recording of this visit has both encoders.</source>
      <translation>本次现场记录中没有含两个编码器的录制数据。</translation>
    </message>
    <message>
      <source>The twist of a gear is its motor angle less its link angle, so both have to be recorded. Record with a controller that tells both encoders, or import a file that has them. This step may be left out.</source>
      <translation>减速器扭转等于电机角度减连杆角度，因此两者都要录制。用提供两个编码器的控制器录制，或导入含两者的文件。此步可以跳过。</translation>
    </message>
    <message>
      <source>Tick at least one recording under Fit.</source>
      <translation>在“拟合”下至少勾选一份录制数据。</translation>
    </message>
    <message>
      <source>No recording is kept to check. It stays unknown whether the result holds elsewhere.</source>
      <translation>没有留出录制数据用于检查。无法知道结果在其他情况下是否成立。</translation>
    </message>
    <message>
      <source>Looking at the gears: {what}</source>
      <translation>正在分析减速器：{what}</translation>
    </message>
    <message>
      <source>Out of date: the model was renewed since. Look at the gears again.</source>
      <translation>已过期：之后更新了模型。重新分析减速器。</translation>
    </message>
    <message>
      <source>Ready. The gears are judged on motion kept aside.</source>
      <translation>就绪。减速器按留出的运动评判。</translation>
    </message>
    <message>
      <source>{joints}: loaded more than once, and all ticked load steps count.</source>
      <translation>{joints}：加载过不止一次，所有打勾的载荷阶跃都计入。</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/presentation.py</name>
    <message>
      <source>On recordings that were kept back</source>
      <translation>在留出的录制数据上</translation>
    </message>
    <message>
      <source>{recording}, twist, rms</source>
      <translation>{recording}，变形量，RMS</translation>
    </message>
    <message>
      <source>{recording}, left unexplained, rms</source>
      <translation>{recording}，未解释部分，RMS</translation>
    </message>
    <message>
      <source>All twist at the tool</source>
      <translation>全部扭转在工具处的位移</translation>
    </message>
    <message>
      <source>those of this model</source>
      <translation>来自本模型</translation>
    </message>
    <message>
      <source>those of another model of this visit</source>
      <translation>来自本次现场记录的另一个模型</translation>
    </message>
    <message>
      <source>Joint by joint: twist over load</source>
      <translation>逐个关节：变形量随载荷的变化</translation>
    </message>
    <message>
      <source>of stiffness and play</source>
      <translation>刚度与背隙</translation>
    </message>
    <message>
      <source>likely cause</source>
      <translation>可能原因</translation>
    </message>
    <message>
      <source>cycles per motor turn</source>
      <translation>每电机转的周期数</translation>
    </message>
    <message>
      <source>Checked on</source>
      <translation>检验数据</translation>
    </message>
    <message>
      <source>Drive gains known within</source>
      <translation>驱动增益的已知精度</translation>
    </message>
    <message>
      <source>at most</source>
      <translation>最大</translation>
    </message>
    <message>
      <source>rms</source>
      <translation>RMS</translation>
    </message>
    <message>
      <source>Loads of the gears</source>
      <translation>减速器的载荷</translation>
    </message>
    <message>
      <source>and every stiffness no better</source>
      <translation>各刚度的精度不会更高</translation>
    </message>
    <message>
      <source>Analysed</source>
      <translation>分析时间</translation>
    </message>
    <message>
      <source>those of the model of {moment}</source>
      <translation>来自 {moment} 的模型</translation>
    </message>
    <message>
      <source>The gears of {robot}</source>
      <translation>{robot} 的减速器</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/quantities.py</name>
    <message>
      <source>none seen</source>
      <translation>未见</translation>
    </message>
    <message>
      <source>Controller's own constant</source>
      <translation>控制器自身的常数</translation>
    </message>
    <message>
      <source>Softest branch</source>
      <translation>最软分支</translation>
    </message>
    <message>
      <source>Stiffest branch</source>
      <translation>最硬分支</translation>
    </message>
    <message>
      <source>Loop width</source>
      <translation>迟滞环宽度</translation>
    </message>
    <message>
      <source>Energy of a loop</source>
      <translation>迟滞环能量</translation>
    </message>
    <message>
      <source>Ripple per motor turn</source>
      <translation>每电机转的波动次数</translation>
    </message>
    <message>
      <source>Lag of the link encoder</source>
      <translation>连杆侧编码器时延</translation>
    </message>
    <message>
      <source>Rotor inertia</source>
      <translation>转子惯量</translation>
    </message>
    <message>
      <source>Least load</source>
      <translation>最小载荷</translation>
    </message>
    <message>
      <source>Most load</source>
      <translation>最大载荷</translation>
    </message>
    <message>
      <source>Left unexplained, rms</source>
      <translation>未解释部分，RMS</translation>
    </message>
    <message>
      <source>The gears</source>
      <translation>减速器</translation>
    </message>
    <message>
      <source>rms {value}</source>
      <translation>RMS {value}</translation>
    </message>
    <message>
      <source>Tool moved by up to</source>
      <translation>工具移动最多</translation>
    </message>
    <message>
      <source>below {most}</source>
      <translation>低于 {most}</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/report.py</name>
    <message>
      <source>No play seen.</source>
      <translation>未见背隙。</translation>
    </message>
    <message>
      <source>The twist of the gears was not analysed yet: the report leaves it out.</source>
      <translation>尚未分析减速器扭转：报告中没有这一部分。</translation>
    </message>
    <message>
      <source>Stiffness, play and wear of each gear, by the loads of another model.</source>
      <translation>每个减速器的刚度、间隙和磨损，载荷来自另一个模型。</translation>
    </message>
    <message>
      <source>Stiffness, play and wear of each gear.</source>
      <translation>每个减速器的刚度、间隙和磨损。</translation>
    </message>
    <message>
      <source>Stiffness, play and wear of each gear</source>
      <translation>每个减速器的刚度、间隙和磨损</translation>
    </message>
    <message>
      <source>Play seen in {joints}.</source>
      <translation>发现背隙：{joints}。</translation>
    </message>
    <message>
      <source>Gears: stiffness, play and wear.</source>
      <translation>减速器：刚度、间隙和磨损。</translation>
    </message>
    <message>
      <source>Gears of {joints}.</source>
      <translation>{joints} 的减速器。</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/result_view.py</name>
    <message>
      <source>There is none of this joint to see. The sentence above or the reasons say why.</source>
      <translation>此关节没有可看的内容。原因见上面的句子或原因列表。</translation>
    </message>
    <message>
      <source>Values of the joint</source>
      <translation>该关节的数值</translation>
    </message>
    <message>
      <source>Twist over load</source>
      <translation>变形量与载荷的关系</translation>
    </message>
    <message>
      <source>Ripple over motor turns</source>
      <translation>按电机转数的波动</translation>
    </message>
    <message>
      <source>What the parts explain of the twist</source>
      <translation>各成分对变形量的解释</translation>
    </message>
    <message>
      <source>All joints and quantities</source>
      <translation>所有关节和各项数值</translation>
    </message>
    <message>
      <source>Explained</source>
      <translation>解释程度</translation>
    </message>
    <message>
      <source>Table</source>
      <translation>表格</translation>
    </message>
    <message>
      <source>stiffness ±</source>
      <translation>刚度 ±</translation>
    </message>
    <message>
      <source>spectrum</source>
      <translation>频谱</translation>
    </message>
    <message>
      <source>line found</source>
      <translation>找到的谱线</translation>
    </message>
    <message>
      <source>unexplained</source>
      <translation>未解释</translation>
    </message>
    <message>
      <source>in a check</source>
      <translation>检查数据中</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/sentences.py</name>
    <message>
      <source>Every gear could be judged.</source>
      <translation>每个减速器都能评判。</translation>
    </message>
    <message>
      <source>stiffness not measured.</source>
      <translation>刚度未测得。</translation>
    </message>
    <message>
      <source>Ripple {size}, {times} times per motor turn: {cause}.</source>
      <translation>波动 {size}，每电机转 {times} 次：{cause}。</translation>
    </message>
    <message>
      <source>No gear could be judged by this motion.</source>
      <translation>此运动无法评判任何减速器。</translation>
    </message>
    <message>
      <source>{lost} of {count} joints not measured.</source>
      <translation>{count} 个关节中有 {lost} 个未测量。</translation>
    </message>
    <message>
      <source>its loop is no line: {low} to {high} {unit} from branch to branch.</source>
      <translation>其迟滞环不成直线：各分支为 {low} 至 {high} {unit}。</translation>
    </message>
    <message>
      <source>{joint}: {sentence}</source>
      <translation>{joint}：{sentence}</translation>
    </message>
    <message>
      <source>Play {gap}.</source>
      <translation>背隙 {gap}。</translation>
    </message>
    <message>
      <source>The loop is {width} wide.</source>
      <translation>迟滞环宽 {width}。</translation>
    </message>
    <message>
      <source>No hysteresis seen.</source>
      <translation>未见迟滞。</translation>
    </message>
    <message>
      <source>No ripple stands out.</source>
      <translation>没有突出的波动。</translation>
    </message>
    <message>
      <source>motor turn</source>
      <translation>电机转动</translation>
    </message>
    <message>
      <source>wave generator</source>
      <translation>波发生器</translation>
    </message>
    <message>
      <source>motor harmonic</source>
      <translation>电机谐波</translation>
    </message>
    <message>
      <source>encoder or output</source>
      <translation>编码器或输出端</translation>
    </message>
    <message>
      <source>gear mesh</source>
      <translation>齿轮啮合</translation>
    </message>
    <message>
      <source>{joint} could not be judged by this motion.</source>
      <translation>此运动无法评判{joint}。</translation>
    </message>
    <message>
      <source>Play not measured.</source>
      <translation>背隙未测得。</translation>
    </message>
    <message>
      <source>Lost motion {motion}.</source>
      <translation>空程 {motion}。</translation>
    </message>
  </context>
  <context>
    <name>app/features/twist/torque_ramps_page.py</name>
    <message>
      <source>Wind locked gears by their motors</source>
      <translation>用电机拧紧被锁住的齿轮</translation>
    </message>
    <message>
      <source>For a gear on a bench whose output is locked: its motor winds it up and down in small steps. An arm that can move is refused.</source>
      <translation>用于输出端被锁住的台架齿轮：电机以小步把它拧紧再松开。可以运动的机械臂会被拒绝。</translation>
    </message>
    <message>
      <source>Gears that are wound</source>
      <translation>被拧紧的齿轮</translation>
    </message>
    <message>
      <source>Ramps</source>
      <translation>斜坡</translation>
    </message>
    <message>
      <source>Gear</source>
      <translation>齿轮</translation>
    </message>
    <message>
      <source>{joint} is wound: {torque}</source>
      <translation>正在拧紧 {joint}：{torque}</translation>
    </message>
  </context>
  <context>
    <name>app/features/verification/feature.py</name>
    <message>
      <source>Verify</source>
      <translation>验证</translation>
    </message>
  </context>
  <context>
    <name>app/features/verification/form.py</name>
    <message>
      <source>Error at most, while moving</source>
      <translation>运动中最大允许误差</translation>
    </message>
    <message>
      <source>RMS error at most</source>
      <translation>最大允许 RMS 误差</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>无上限</translation>
    </message>
    <message>
      <source>Error at most</source>
      <translation>误差上限</translation>
    </message>
    <message>
      <source>RMS at most</source>
      <translation>RMS 上限</translation>
    </message>
  </context>
  <context>
    <name>app/features/verification/page.py</name>
    <message>
      <source>The verification, joint by joint</source>
      <translation>验证结果，逐关节</translation>
    </message>
    <message>
      <source>Verify the model</source>
      <translation>验证模型</translation>
    </message>
    <message>
      <source>A new motion tests the model: what it predicts is compared with what the arm takes.</source>
      <translation>用新的运动检验模型：将模型的预测与机械臂的实际需要比较。</translation>
    </message>
    <message>
      <source>Motions of the verification</source>
      <translation>验证运动</translation>
    </message>
    <message>
      <source>Motions</source>
      <translation>运动</translation>
    </message>
    <message>
      <source>Measured against model</source>
      <translation>实测与模型对比</translation>
    </message>
    <message>
      <source>Judging the model</source>
      <translation>正在评判模型</translation>
    </message>
    <message>
      <source>The model was not compared with a new motion yet.</source>
      <translation>模型尚未与新的运动比较。</translation>
    </message>
    <message>
      <source>Verification</source>
      <translation>验证</translation>
    </message>
  </context>
  <context>
    <name>app/features/verification/presentation.py</name>
    <message>
      <source>The model predicts every joint within {error} on these recordings; {joint} is the worst.</source>
      <translation>在这些记录上，模型对每个关节的预测误差都在 {error} 以内；{joint} 最差。</translation>
    </message>
    <message>
      <source>RMS error of each joint on each motion</source>
      <translation>各关节在各运动上的 RMS 误差</translation>
    </message>
    <message>
      <source>Every joint keeps its limit.</source>
      <translation>每个关节都在限值之内。</translation>
    </message>
    <message>
      <source>Not every joint moved enough to be judged.</source>
      <translation>并非每个关节都运动得足够多以供评判。</translation>
    </message>
    <message>
      <source>No joint moved enough to say what the model is worth.</source>
      <translation>没有关节运动得足够多，无法说明模型的质量。</translation>
    </message>
    <message>
      <source>The model predicts every joint within {error} on motion it has not seen; {joint} is the worst.</source>
      <translation>在未见过的运动上，模型对每个关节的预测误差都在 {error} 以内；{joint} 最差。</translation>
    </message>
    <message>
      <source>hardly moves</source>
      <translation>几乎不动</translation>
    </message>
    <message>
      <source>Verification of the model</source>
      <translation>模型的验证</translation>
    </message>
    <message>
      <source>Second excitation</source>
      <translation>第二次激励</translation>
    </message>
    <message>
      <source>Moves between poses</source>
      <translation>位姿间移动</translation>
    </message>
    <message>
      <source>Circle of 100 mm</source>
      <translation>100 mm 圆</translation>
    </message>
    <message>
      <source>Beyond the limit: {joints}.</source>
      <translation>超出限值：{joints}。</translation>
    </message>
    <message>
      <source>RMS error</source>
      <translation>RMS 误差</translation>
    </message>
    <message>
      <source>limit of the RMS error</source>
      <translation>RMS 误差限值</translation>
    </message>
    <message>
      <source>motion</source>
      <translation>运动</translation>
    </message>
    <message>
      <source>flange up to</source>
      <translation>法兰最高速度</translation>
    </message>
    <message>
      <source>{recording} (used in the fit)</source>
      <translation>{recording}（用于拟合）</translation>
    </message>
  </context>
  <context>
    <name>app/features/verification/words.py</name>
    <message>
      <source>{motion} at {speed} mm/s</source>
      <translation>{motion}，{speed} mm/s</translation>
    </message>
    <message>
      <source>{motion}: {stage}</source>
      <translation>{motion}：{stage}</translation>
    </message>
    <message>
      <source>{motion}: move {number}</source>
      <translation>{motion}：第 {number} 次移动</translation>
    </message>
    <message>
      <source>{motion}: full speed</source>
      <translation>{motion}：全速</translation>
    </message>
  </context>
  <context>
    <name>app/guide/actions.py</name>
    <message>
      <source>Stops the arm, on every page.</source>
      <translation>停止机械臂，在任何页面都有效。</translation>
    </message>
    <message>
      <source>Stops the arm while it may move.</source>
      <translation>机械臂可能运动时，停止机械臂。</translation>
    </message>
    <message>
      <source>Does what the button at the bottom right says; it never starts a motion.</source>
      <translation>执行右下角按钮所示的操作；从不启动运动。</translation>
    </message>
    <message>
      <source>Goes one page back.</source>
      <translation>返回上一页。</translation>
    </message>
    <message>
      <source>Goes to the next page, where that is open.</source>
      <translation>前往下一页（可以打开时）。</translation>
    </message>
    <message>
      <source>Opens the help for this page, and closes it.</source>
      <translation>打开本页的帮助，再按一次关闭。</translation>
    </message>
    <message>
      <source>Opens the settings.</source>
      <translation>打开设置。</translation>
    </message>
    <message>
      <source>Opens the fleet: all arms, first those that need care.</source>
      <translation>打开机群：全部机械臂，需要关注的在前。</translation>
    </message>
    <message>
      <source>Takes the last change of a choice, a name or a note back.</source>
      <translation>撤销对选择、名称或备注的最后一次更改。</translation>
    </message>
    <message>
      <source>Does again what was taken back last.</source>
      <translation>重做最后一次撤销的更改。</translation>
    </message>
    <message>
      <source>Holds the running charts, and lets them run again.</source>
      <translation>停住运行中的图表，或让其继续。</translation>
    </message>
    <message>
      <source>Takes the present twist as none.</source>
      <translation>把当前变形量作为零点。</translation>
    </message>
    <message>
      <source>Shows two lines to measure between.</source>
      <translation>显示两条用于测量的游标。</translation>
    </message>
    <message>
      <source>Saves the charts that are shown.</source>
      <translation>保存当前显示的图表。</translation>
    </message>
    <message>
      <source>Writes a note on what happens now, kept with the recording.</source>
      <translation>写下关于当前情况的备注，随录制保存。</translation>
    </message>
    <message>
      <source>{sentence} ({keys})</source>
      <translation>{sentence}（{keys}）</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>撤销</translation>
    </message>
  </context>
  <context>
    <name>app/guide/calculation.py</name>
    <message>
      <source>Other recordings</source>
      <translation>其他录制数据</translation>
    </message>
    <message>
      <source>Back to the result</source>
      <translation>返回结果</translation>
    </message>
  </context>
  <context>
    <name>app/guide/contents_presentation.py</name>
    <message>
      <source>Friction and dynamics of the whole arm</source>
      <translation>整个机械臂的摩擦与动力学</translation>
    </message>
    <message>
      <source>Friction from strokes</source>
      <translation>由往返运动得到的摩擦</translation>
    </message>
    <message>
      <source>Payload, with a recording without it</source>
      <translation>负载（需另有一条不带负载的记录）</translation>
    </message>
    <message>
      <source>Drive gains, with a second run that carries a weighed mass</source>
      <translation>驱动增益（需另有一次带已称质量的运行）</translation>
    </message>
    <message>
      <source>Torque at standstill</source>
      <translation>静止时的力矩</translation>
    </message>
    <message>
      <source>The current of J{joint} stays at ±{value} in {share} % of the samples: it is saturated.</source>
      <translation>J{joint} 的电流在 {share} % 的采样中停留在 ±{value}：已饱和。</translation>
    </message>
    <message>
      <source>{label} can serve: {uses}.</source>
      <translation>{label} 可用于：{uses}。</translation>
    </message>
    <message>
      <source>{label} can serve nothing as it is.</source>
      <translation>{label} 目前不能用于任何分析。</translation>
    </message>
    <message>
      <source>What is in a recording</source>
      <translation>记录的内容</translation>
    </message>
    <message>
      <source>no: {missing}</source>
      <translation>否：{missing}</translation>
    </message>
    <message>
      <source>The arm stands still: {parts}.</source>
      <translation>机械臂静止：{parts}。</translation>
    </message>
    <message>
      <source>The torque of J{joint} stays at ±{value} in {share} % of the samples: it is saturated.</source>
      <translation>J{joint} 的力矩在 {share} % 的采样中停留在 ±{value}：已饱和。</translation>
    </message>
    <message>
      <source>use</source>
      <translation>用途</translation>
    </message>
    <message>
      <source>can it serve?</source>
      <translation>能否使用？</translation>
    </message>
    <message>
      <source>What it can serve</source>
      <translation>可用于</translation>
    </message>
    <message>
      <source>Is the link position measured?</source>
      <translation>连杆位置是测得的吗？</translation>
    </message>
    <message>
      <source>Jitter</source>
      <translation>抖动</translation>
    </message>
    <message>
      <source>Gaps</source>
      <translation>间断</translation>
    </message>
    <message>
      <source>top speed</source>
      <translation>最高速度</translation>
    </message>
    <message>
      <source>moves</source>
      <translation>运动占比</translation>
    </message>
    <message>
      <source>The arm stands still: {parts}, and {count} times more.</source>
      <translation>机械臂静止：{parts}，另有 {count} 次。</translation>
    </message>
    <message>
      <source>measured: it sees errors of the gear that motor and torque do not tell</source>
      <translation>测得：能看到电机和力矩反映不出的减速器误差</translation>
    </message>
    <message>
      <source>measured: it sees errors of the gear, in the steps of an encoder of its own</source>
      <translation>测得：以自身编码器的步距看到减速器误差</translation>
    </message>
    <message>
      <source>computed by the controller: motor and torque tell all of it</source>
      <translation>由控制器计算：电机和力矩能完全解释它</translation>
    </message>
    <message>
      <source>computed, as on the other joints of this arm</source>
      <translation>由计算得出，与该机械臂的其他关节相同</translation>
    </message>
    <message>
      <source>computed in part: it repeats the noise of the motor's encoder</source>
      <translation>部分由计算得出：它重复了电机编码器的噪声</translation>
    </message>
    <message>
      <source>none: it is the position of the motor</source>
      <translation>无：它就是电机的位置</translation>
    </message>
    <message>
      <source>unknown: the joint moves for less than six seconds</source>
      <translation>未知：关节运动不足六秒</translation>
    </message>
    <message>
      <source>unknown: neither torque nor current was recorded</source>
      <translation>未知：既未录制力矩也未录制电流</translation>
    </message>
    <message>
      <source>unknown: the joint does not move</source>
      <translation>未知：关节没有运动</translation>
    </message>
    <message>
      <source>unknown: the motor counts before a gear; name the arm</source>
      <translation>未知：电机在减速器之前计数；请指定机械臂</translation>
    </message>
    <message>
      <source>unknown: its numbers are too coarse</source>
      <translation>未知：其数值太粗</translation>
    </message>
    <message>
      <source>unknown: its samples come too slowly; 250 a second and more can tell</source>
      <translation>未知：采样太慢；每秒 250 个以上才能判断</translation>
    </message>
    <message>
      <source>unknown: nothing stands out; slow strokes to and fro for half a minute can tell</source>
      <translation>未知：没有明显特征；半分钟的慢速往复行程可以判断</translation>
    </message>
    <message>
      <source>{gaps}, with {missing} samples missing</source>
      <translation>{gaps} 处，缺少 {missing} 个采样</translation>
    </message>
    <message>
      <source>To know about it</source>
      <translation>须知</translation>
    </message>
    <message>
      <source>no current and no torque</source>
      <translation>没有电流也没有力矩</translation>
    </message>
    <message>
      <source>no current</source>
      <translation>没有电流</translation>
    </message>
    <message>
      <source>not every joint moves by 30° or more</source>
      <translation>并非每个关节都移动 30° 或以上</translation>
    </message>
    <message>
      <source>no joint moves in both directions</source>
      <translation>没有关节双向运动</translation>
    </message>
    <message>
      <source>no second encoder</source>
      <translation>没有第二编码器</translation>
    </message>
    <message>
      <source>the arm never stands still for half a second</source>
      <translation>机械臂从未静止达半秒</translation>
    </message>
  </context>
  <context>
    <name>app/guide/front_page.py</name>
    <message>
      <source>Time of recording not known.</source>
      <translation>记录时间未知。</translation>
    </message>
    <message>
      <source>Who measured is not named.</source>
      <translation>未注明操作人。</translation>
    </message>
    <message>
      <source>Recorded {first} to {last}.</source>
      <translation>记录于 {first} 至 {last}。</translation>
    </message>
    <message>
      <source>Recorded {first}.</source>
      <translation>记录于 {first}。</translation>
    </message>
    <message>
      <source>By {operator}.</source>
      <translation>操作人：{operator}。</translation>
    </message>
    <message>
      <source>{robot}, serial number {serial}.</source>
      <translation>{robot}，序列号 {serial}。</translation>
    </message>
    <message>
      <source>{robot}, serial number not known.</source>
      <translation>{robot}，序列号未知。</translation>
    </message>
    <message>
      <source>Customer or cell: {customer}.</source>
      <translation>客户或单元：{customer}。</translation>
    </message>
    <message>
      <source>Note: {note}</source>
      <translation>备注：{note}</translation>
    </message>
  </context>
  <context>
    <name>app/guide/help_topics.py</name>
    <message>
      <source>Commission a robot</source>
      <translation>机器人投运</translation>
    </message>
    <message>
      <source>Identify from recordings</source>
      <translation>由录制数据辨识</translation>
    </message>
    <message>
      <source>Check a payload</source>
      <translation>检查负载</translation>
    </message>
    <message>
      <source>Open or compare visits</source>
      <translation>打开或比较现场记录</translation>
    </message>
    <message>
      <source>Overview</source>
      <translation>概览</translation>
    </message>
    <message>
      <source>Beside the guides</source>
      <translation>流程之外</translation>
    </message>
  </context>
  <context>
    <name>app/guide/joint_views.py</name>
    <message>
      <source>measured minus model</source>
      <translation>实测减模型</translation>
    </message>
    <message>
      <source>Measured and modelled torque over time</source>
      <translation>实测与模型力矩随时间变化</translation>
    </message>
    <message>
      <source>Residual over time</source>
      <translation>残差随时间变化</translation>
    </message>
    <message>
      <source>Computing the model along this recording …</source>
      <translation>正在沿此录制数据计算模型 …</translation>
    </message>
    <message>
      <source>Residual</source>
      <translation>残差</translation>
    </message>
    <message>
      <source>Joint {joint} in {label}: measured {low} to {high} {unit}, the model dashed over it.</source>
      <translation>{label} 中的关节 {joint}：实测 {low} 至 {high} {unit}，虚线为模型。</translation>
    </message>
  </context>
  <context>
    <name>app/guide/motion_names.py</name>
    <message>
      <source>motions done</source>
      <translation>个运动已完成</translation>
    </message>
    <message>
      <source>This is the last motion.</source>
      <translation>这是最后一个运动。</translation>
    </message>
    <message>
      <source>the way to the next start pose</source>
      <translation>前往下一个起始位姿</translation>
    </message>
    <message>
      <source>another motion</source>
      <translation>另一段运动</translation>
    </message>
    <message>
      <source>place {number}</source>
      <translation>位置 {number}</translation>
    </message>
    <message>
      <source>move {number}</source>
      <translation>移动 {number}</translation>
    </message>
    <message>
      <source>Next: {motion}.</source>
      <translation>接下来：{motion}。</translation>
    </message>
  </context>
  <context>
    <name>app/guide/page.py</name>
    <message>
      <source>Show the field that cannot be read</source>
      <translation>显示无法读取的字段</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>设置</translation>
    </message>
    <message>
      <source>How it is measured; the usual values are good enough to begin</source>
      <translation>如何测量；可直接使用常用值开始</translation>
    </message>
    <message>
      <source>Motions one by one</source>
      <translation>逐个运动</translation>
    </message>
  </context>
  <context>
    <name>app/guide/paired_runs.py</name>
    <message>
      <source>Tick a run without the load</source>
      <translation>请勾选一次无负载的运行</translation>
    </message>
    <message>
      <source>Tick a run with the load</source>
      <translation>请勾选一次带负载的运行</translation>
    </message>
    <message>
      <source>Without</source>
      <translation>无负载</translation>
    </message>
    <message>
      <source>With</source>
      <translation>有负载</translation>
    </message>
    <message>
      <source>{label} without the load</source>
      <translation>{label} 无负载</translation>
    </message>
    <message>
      <source>{label} with the load</source>
      <translation>{label} 有负载</translation>
    </message>
  </context>
  <context>
    <name>app/guide/previews.py</name>
    <message>
      <source>Check the start pose</source>
      <translation>检查起始位姿</translation>
    </message>
    <message>
      <source>Working out what the arm would pass through …</source>
      <translation>正在计算机械臂将经过的空间 …</translation>
    </message>
    <message>
      <source>Clear the fault and look again</source>
      <translation>清除故障并重新检查</translation>
    </message>
    <message>
      <source>The controller holds a fault. Nothing moves until it is cleared.</source>
      <translation>控制器处于故障状态。清除之前不会运动。</translation>
    </message>
    <message>
      <source>The connection was lost. Nothing moves until the robot is found again.</source>
      <translation>连接已中断。重新找到机器人之前不会运动。</translation>
    </message>
    <message>
      <source>The replay has come to its end.</source>
      <translation>回放已结束。</translation>
    </message>
    <message>
      <source>Connecting …</source>
      <translation>正在连接 …</translation>
    </message>
    <message>
      <source>No robot is connected. Go back and connect it first.</source>
      <translation>未连接机器人。返回并先连接。</translation>
    </message>
    <message>
      <source>Nothing moves.</source>
      <translation>不会运动。</translation>
    </message>
    <message>
      <source>{duration}, at most {speed} mm/s</source>
      <translation>{duration}，最大 {speed} mm/s</translation>
    </message>
    <message>
      <source>runs {duration} · STOP or Esc ends it</source>
      <translation>运行 {duration} · 按 STOP 或 Esc 结束</translation>
    </message>
    <message>
      <source>The arm is only read, until enough is seen.</source>
      <translation>只读取机械臂数据，直到数据足够。</translation>
    </message>
    <message>
      <source>nothing is sent · STOP or Esc ends it</source>
      <translation>不发送任何指令 · 按 STOP 或 Esc 结束</translation>
    </message>
    <message>
      <source>Keep out of</source>
      <translation>请勿进入</translation>
    </message>
    <message>
      <source>Joints travel</source>
      <translation>关节行程</translation>
    </message>
    <message>
      <source>The arm is only read, for {duration}.</source>
      <translation>只读取机械臂数据，持续 {duration}。</translation>
    </message>
    <message>
      <source>{height} over the floor</source>
      <translation>距地面 {height}</translation>
    </message>
    <message>
      <source>Lowest point</source>
      <translation>最低点</translation>
    </message>
    <message>
      <source>{distance}, {first} to {second}</source>
      <translation>{distance}，{first}与{second}之间</translation>
    </message>
    <message>
      <source>Is recorded</source>
      <translation>录制内容</translation>
    </message>
  </context>
  <context>
    <name>app/guide/procedure_run.py</name>
    <message>
      <source>Tick that the cell is clear</source>
      <translation>请勾选：单元内无人</translation>
    </message>
    <message>
      <source>It may be too fast for anybody inside the fence.</source>
      <translation>围栏内有人时速度可能过快。</translation>
    </message>
    <message>
      <source>Moving · {left} left</source>
      <translation>运动中 · 还剩 {left}</translation>
    </message>
    <message>
      <source>Recording · {left} left</source>
      <translation>录制中 · 还剩 {left}</translation>
    </message>
    <message>
      <source>STOP or Esc ends it</source>
      <translation>按 STOP 或 Esc 结束</translation>
    </message>
    <message>
      <source>Connect the robot</source>
      <translation>连接机器人</translation>
    </message>
    <message>
      <source>After a STOP the start pose has to be checked again. Nothing moves until then.</source>
      <translation>停止之后必须重新检查起始位姿。在此之前不会运动。</translation>
    </message>
    <message>
      <source>Do it again</source>
      <translation>再做一次</translation>
    </message>
    <message>
      <source>Hold 1 s to start</source>
      <translation>按住 1 秒开始</translation>
    </message>
    <message>
      <source>Hold 1 s to go on</source>
      <translation>按住 1 秒继续</translation>
    </message>
    <message>
      <source>Hold 1 s to start again</source>
      <translation>按住 1 秒重新开始</translation>
    </message>
    <message>
      <source>Nothing is sent to the arm.</source>
      <translation>不会向机械臂发送任何指令。</translation>
    </message>
    <message>
      <source>Watching</source>
      <translation>正在观察</translation>
    </message>
    <message>
      <source>Keep clear. What is measured is kept if you stop.</source>
      <translation>请保持距离。停止后已测量的内容会保留。</translation>
    </message>
    <message>
      <source>Planning the motion</source>
      <translation>正在规划运动</translation>
    </message>
    <message>
      <source>the arm does not move</source>
      <translation>机械臂不动</translation>
    </message>
    <message>
      <source>One of the fields cannot be read yet.</source>
      <translation>有一个输入栏尚无法识别。</translation>
    </message>
  </context>
  <context>
    <name>app/guide/recordings_button.py</name>
    <message>
      <source>From a recording …</source>
      <translation>从记录中获取…</translation>
    </message>
    <message>
      <source>Choose recordings of this visit, or import files, instead of moving the arm.</source>
      <translation>选择本次检测的记录或导入文件，而不必移动机械臂。</translation>
    </message>
    <message>
      <source>{purpose} from recordings</source>
      <translation>由记录得到：{purpose}</translation>
    </message>
  </context>
  <context>
    <name>app/guide/report_card.py</name>
    <message>
      <source>Open the report</source>
      <translation>打开报告</translation>
    </message>
    <message>
      <source>It is on the disk; open it with any viewer.</source>
      <translation>文件已在磁盘上；可用任意阅读器打开。</translation>
    </message>
    <message>
      <source>No report yet.</source>
      <translation>尚无报告。</translation>
    </message>
    <message>
      <source>The report is written.</source>
      <translation>报告已生成。</translation>
    </message>
    <message>
      <source>A PDF and a JSON file will be in {folder}.</source>
      <translation>PDF 和 JSON 文件将保存到 {folder}。</translation>
    </message>
    <message>
      <source>{file} could not be opened from here.</source>
      <translation>无法从这里打开 {file}。</translation>
    </message>
  </context>
  <context>
    <name>app/guide/run_list.py</name>
    <message>
      <source>encoder check</source>
      <translation>编码器检查</translation>
    </message>
    <message>
      <source>friction sweeps</source>
      <translation>摩擦扫掠</translation>
    </message>
    <message>
      <source>load steps</source>
      <translation>载荷阶跃</translation>
    </message>
    <message>
      <source>torque ramps</source>
      <translation>力矩斜坡</translation>
    </message>
    <message>
      <source>slower stages</source>
      <translation>较慢阶段</translation>
    </message>
    <message>
      <source>standing, for a load</source>
      <translation>静止，用于测载荷</translation>
    </message>
    <message>
      <source>What it is</source>
      <translation>内容</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>拟合</translation>
    </message>
    <message>
      <source>Validate</source>
      <translation>验证</translation>
    </message>
    <message>
      <source>Fit {label}</source>
      <translation>用 {label} 拟合</translation>
    </message>
    <message>
      <source>Validate {label}</source>
      <translation>用 {label} 验证</translation>
    </message>
    <message>
      <source>payload {mass} kg</source>
      <translation>负载 {mass} kg</translation>
    </message>
    <message>
      <source>Use {label}</source>
      <translation>使用 {label}</translation>
    </message>
  </context>
  <context>
    <name>app/guide/run_words.py</name>
    <message>
      <source>Faster, still measured</source>
      <translation>较快，仍为测量阶段</translation>
    </message>
    <message>
      <source>It was stopped early and is marked incomplete; what came until then is kept.</source>
      <translation>录制被提前停止并标为不完整；此前的数据已保留。</translation>
    </message>
    <message>
      <source>To the start pose, slowly</source>
      <translation>缓慢移到起始位姿</translation>
    </message>
    <message>
      <source>Rehearsal, slowly</source>
      <translation>预演，慢速</translation>
    </message>
    <message>
      <source>not run</source>
      <translation>未运行</translation>
    </message>
    <message>
      <source>Nothing was recorded. The arm stands still.</source>
      <translation>未录制任何数据。机械臂静止。</translation>
    </message>
    <message>
      <source>Stage</source>
      <translation>阶段</translation>
    </message>
    <message>
      <source>Forecast torque</source>
      <translation>预计力矩</translation>
    </message>
    <message>
      <source>Full speed, once</source>
      <translation>全速，一次</translation>
    </message>
    <message>
      <source>{share} % of rated, joint {joint}</source>
      <translation>{share} % 额定值，关节 {joint}</translation>
    </message>
    <message>
      <source>running now</source>
      <translation>正在运行</translation>
    </message>
    <message>
      <source>stopped here</source>
      <translation>在此停止</translation>
    </message>
    <message>
      <source>Saved on disk as “{label}”: {duration}, {samples} samples.</source>
      <translation>已存盘为“{label}”：{duration}，{samples} 个采样。</translation>
    </message>
    <message>
      <source>Recording, motion {number} of {count}</source>
      <translation>正在录制，第 {number} 个运动，共 {count} 个</translation>
    </message>
    <message>
      <source>Full speed, {cycles} times</source>
      <translation>全速，{cycles} 次</translation>
    </message>
    <message>
      <source>{missed} samples were missed on the way.</source>
      <translation>途中丢失 {missed} 个采样。</translation>
    </message>
  </context>
  <context>
    <name>app/guide/virtual_flange.py</name>
    <message>
      <source>Nothing hangs on the virtual robot.</source>
      <translation>虚拟机器人上未挂任何物体。</translation>
    </message>
    <message>
      <source>Flange of the virtual robot</source>
      <translation>虚拟机器人的法兰</translation>
    </message>
    <message>
      <source>Mass to hang on the virtual robot</source>
      <translation>要挂在虚拟机器人上的质量</translation>
    </message>
    <message>
      <source>Its centre from the flange</source>
      <translation>其质心（相对法兰）</translation>
    </message>
    <message>
      <source>Take it off</source>
      <translation>取下</translation>
    </message>
    <message>
      <source>Hang it there</source>
      <translation>挂上</translation>
    </message>
    <message>
      <source>The virtual robot's flange is being changed …</source>
      <translation>正在更改虚拟机器人的法兰 …</translation>
    </message>
    <message>
      <source>{mass} kg hang on the virtual robot.</source>
      <translation>虚拟机器人上挂有 {mass} kg。</translation>
    </message>
  </context>
  <context>
    <name>app/paper/page.py</name>
    <message>
      <source>Page {page} of {pages}</source>
      <translation>第 {page} 页，共 {pages} 页</translation>
    </message>
    <message>
      <source>{software}, {moment}</source>
      <translation>{software}，{moment}</translation>
    </message>
    <message>
      <source>serial {serial}</source>
      <translation>序列号 {serial}</translation>
    </message>
  </context>
  <context>
    <name>app/paper/presentation_pages.py</name>
    <message>
      <source>No earlier visit to this arm is at hand.</source>
      <translation>没有这台机械臂更早的现场记录。</translation>
    </message>
    <message>
      <source>What limits these numbers</source>
      <translation>这些数值的限制</translation>
    </message>
    <message>
      <source>Summary</source>
      <translation>概要</translation>
    </message>
    <message>
      <source>Arm</source>
      <translation>机械臂</translation>
    </message>
    <message>
      <source>Found</source>
      <translation>结果</translation>
    </message>
    <message>
      <source>To do</source>
      <translation>要做的事</translation>
    </message>
    <message>
      <source>Changed since the last visit</source>
      <translation>自上次现场记录以来的变化</translation>
    </message>
    <message>
      <source>Not measured</source>
      <translation>未测量</translation>
    </message>
    <message>
      <source>and {count} more, on the pages behind</source>
      <translation>另有 {count} 项，见后面各页</translation>
    </message>
    <message>
      <source>Appendix</source>
      <translation>附录</translation>
    </message>
    <message>
      <source>Appendix: all tables, settings and sources</source>
      <translation>附录：全部表格、设置和来源</translation>
    </message>
    <message>
      <source>Date</source>
      <translation>日期</translation>
    </message>
    <message>
      <source>Signature</source>
      <translation>签名</translation>
    </message>
    <message>
      <source>and {count} more, in the appendix</source>
      <translation>另有 {count} 项，见附录</translation>
    </message>
    <message>
      <source>Nothing.</source>
      <translation>无。</translation>
    </message>
    <message>
      <source>Nothing was left out.</source>
      <translation>没有遗漏。</translation>
    </message>
    <message>
      <source>All that limits these numbers</source>
      <translation>这些数值的全部限制</translation>
    </message>
  </context>
  <context>
    <name>app/paper/section_tables.py</name>
    <message>
      <source>95 % within</source>
      <translation>95 % 范围</translation>
    </message>
  </context>
  <context>
    <name>app/presentation.py</name>
    <message>
      <source>{subject}: {result}</source>
      <translation>{subject}：{result}</translation>
    </message>
  </context>
  <context>
    <name>app/rehearsal/story_words.py</name>
    <message>
      <source>What was found, what to do, what was not measured.</source>
      <translation>发现了什么、该做什么、什么没有测量。</translation>
    </message>
    <message>
      <source>Each joint moved a little; motor and link encoder were compared.</source>
      <translation>每个关节稍作运动，比较了电机和连杆编码器。</translation>
    </message>
    <message>
      <source>Joint {number} has {now} of play; it had {before} at commissioning.</source>
      <translation>关节 {number} 的间隙为 {now}；投运时为 {before}。</translation>
    </message>
    <message>
      <source>The report is written. It says:</source>
      <translation>报告已写好，内容如下：</translation>
    </message>
    <message>
      <source>Every joint moves a little out and back, while both of its encoders are compared.</source>
      <translation>每个关节稍作往返运动，同时比较它的两个编码器。</translation>
    </message>
    <message>
      <source>Slow sweeps with an empty flange, then with a tool of unknown mass.</source>
      <translation>先以空法兰慢速扫动，再带上质量未知的工具扫动。</translation>
    </message>
    <message>
      <source>Slow strokes under gravity's load show how far each gear gives, and its play.</source>
      <translation>在重力负载下的慢速行程显示每个减速器的变形量及其间隙。</translation>
    </message>
    <message>
      <source>The report of this visit is written, with what has changed since commissioning.</source>
      <translation>写出本次现场记录的报告，以及自投运以来的变化。</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>已保存</translation>
    </message>
    <message>
      <source>PDF and JSON</source>
      <translation>PDF 和 JSON</translation>
    </message>
    <message>
      <source>joints agree</source>
      <translation>关节一致</translation>
    </message>
    <message>
      <source>The mass could not be measured.</source>
      <translation>质量未能测出。</translation>
    </message>
    <message>
      <source>The true mass, {true}, lies inside.</source>
      <translation>真实质量 {true} 在此范围内。</translation>
    </message>
    <message>
      <source>The true mass is {true}.</source>
      <translation>真实质量为 {true}。</translation>
    </message>
    <message>
      <source>The mass could not be measured, not by repeated sweeps either.</source>
      <translation>未能测出质量，重复扫动也没有测出。</translation>
    </message>
    <message>
      <source>{count} files</source>
      <translation>{count} 个文件</translation>
    </message>
    <message>
      <source>{right} of {count}</source>
      <translation>{right} / {count}</translation>
    </message>
    <message>
      <source>Joint {number}; dashed: at commissioning, {before}.</source>
      <translation>关节 {number}；虚线：调试时，{before}。</translation>
    </message>
    <message>
      <source>{spread} {unit} play</source>
      <translation>{spread} {unit} 背隙</translation>
    </message>
    <message>
      <source>Both encoders of {right} of {count} joints agree.</source>
      <translation>{count} 个关节中有 {right} 个的两个编码器一致。</translation>
    </message>
    <message>
      <source>Joints checked</source>
      <translation>已检查的关节</translation>
    </message>
    <message>
      <source>The joints while their encoders were compared</source>
      <translation>比较编码器时的各关节</translation>
    </message>
    <message>
      <source>Sweeps with the tool</source>
      <translation>带工具的扫动</translation>
    </message>
    <message>
      <source>Mass of the tool, with its ±</source>
      <translation>工具质量及其 ±</translation>
    </message>
    <message>
      <source>The gap that was put into this gear is {true}.</source>
      <translation>放入该齿轮的间隙为 {true}。</translation>
    </message>
    <message>
      <source>at commissioning</source>
      <translation>投运时</translation>
    </message>
    <message>
      <source>Longer strokes did not help: nothing can be said of its wear.</source>
      <translation>加长行程也没有帮助：无法判断其磨损。</translation>
    </message>
    <message>
      <source>Put into the gear</source>
      <translation>放入齿轮的间隙</translation>
    </message>
    <message>
      <source>Load measured: {mass}.</source>
      <translation>测得负载：{mass}。</translation>
    </message>
    <message>
      <source>{measured} The tool's true mass is {true}.</source>
      <translation>{measured}工具的真实质量为 {true}。</translation>
    </message>
    <message>
      <source>true mass</source>
      <translation>真实质量</translation>
    </message>
    <message>
      <source>sweeps with the tool</source>
      <translation>带工具的扫动次数</translation>
    </message>
    <message>
      <source>Play now</source>
      <translation>现在的间隙</translation>
    </message>
    <message>
      <source>Play at commissioning</source>
      <translation>投运时的间隙</translation>
    </message>
    <message>
      <source>Stiffness now</source>
      <translation>现在的刚度</translation>
    </message>
    <message>
      <source>Twist of the gear of joint {number} over its load</source>
      <translation>关节 {number} 减速器的扭转随负载的变化</translation>
    </message>
    <message>
      <source>The play of joint {number} could not be measured in both visits.</source>
      <translation>关节 {number} 的间隙未能在两次现场记录中都测出。</translation>
    </message>
    <message>
      <source>That is no change beyond the uncertainty: only {least} more would be one.</source>
      <translation>这不是超出不确定度的变化：至少增大 {least} 才算变化。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/banner.py</name>
    <message>
      <source>Copy details</source>
      <translation>复制详情</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>Make a problem report</source>
      <translation>生成问题报告</translation>
    </message>
    <message>
      <source>Go on where you are. If it happens again, close Torsion and start it again: it offers to continue. A problem report helps to mend it.</source>
      <translation>从当前位置继续。如果再次发生，关闭 Torsion 后重新启动：它会提供继续。问题报告有助于解决问题。</translation>
    </message>
    <message>
      <source>The robot was told to stop. Look whether it stands still; if not, press its emergency stop.</source>
      <translation>已命令机器人停止。查看它是否静止；如果没有，按下急停。</translation>
    </message>
    <message>
      <source>No robot is connected, so nothing moves.</source>
      <translation>未连接机器人，因此没有任何运动。</translation>
    </message>
    <message>
      <source>Everything measured is on the disk, and so is your place in the visit.</source>
      <translation>所有测量结果都已存盘，您在现场记录中的位置也已保存。</translation>
    </message>
    <message>
      <source>Everything measured is on the disk. Your place in the visit could not be saved.</source>
      <translation>所有测量结果都已存盘。您在现场记录中的位置未能保存。</translation>
    </message>
    <message>
      <source>It has happened {count} times.</source>
      <translation>已发生 {count} 次。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/dropping.py</name>
    <message>
      <source>Drop a visit (.h5) to open it, several to compare them, recordings (.csv, .npz, .mat) to import them, or a robot description (.urdf, .xml, .toml) to choose it. Nothing was changed.</source>
      <translation>拖放一个现场记录（.h5）可打开它，拖放多个可比较，拖放录制数据（.csv、.npz、.mat）可导入，拖放机器人描述（.urdf、.xml、.toml）可选用它。什么都没有改变。</translation>
    </message>
    <message>
      <source>The dropped files were not taken.</source>
      <translation>没有接收拖放的文件。</translation>
    </message>
    <message>
      <source>Disconnect the robot and let the work end, then drop them again.</source>
      <translation>请断开机器人并等待工作结束，然后再次拖放。</translation>
    </message>
    <message>
      <source>A connected robot has its visit already.</source>
      <translation>已连接的机器人已有其检测。</translation>
    </message>
    <message>
      <source>Not known: {names}.</source>
      <translation>无法识别：{names}。</translation>
    </message>
    <message>
      <source>Visits and other files cannot be taken at once.</source>
      <translation>不能同时接收现场记录和其他文件。</translation>
    </message>
    <message>
      <source>Only one robot description can be chosen.</source>
      <translation>只能选用一个机器人描述。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/fleet_arm_view.py</name>
    <message>
      <source>Figure</source>
      <translation>指标</translation>
    </message>
    <message>
      <source>Figure over the visits</source>
      <translation>各次现场记录的指标</translation>
    </message>
    <message>
      <source>No visit to this arm measured the twist of its gears, or friction.</source>
      <translation>这台机械臂的现场记录都没有测量齿轮扭转或摩擦。</translation>
    </message>
    <message>
      <source>needs care</source>
      <translation>需要关注</translation>
    </message>
    <message>
      <source>usual for the model</source>
      <translation>该型号通常范围</translation>
    </message>
    <message>
      <source>{figure} of {joint}</source>
      <translation>{joint} 的{figure}</translation>
    </message>
    <message>
      <source>These visits have no serial number, so that nothing can be followed.</source>
      <translation>这些现场记录没有序列号，因此无法跟踪。</translation>
    </message>
    <message>
      <source>Also: {what}</source>
      <translation>另外：{what}</translation>
    </message>
    <message>
      <source>{words} And {count} more.</source>
      <translation>{words} 还有 {count} 项。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/fleet_page.py</name>
    <message>
      <source>No arm has a visit with all of these words. Clear the search to see every arm.</source>
      <translation>没有机械臂的现场记录含有所有这些词。清空搜索可看到全部机械臂。</translation>
    </message>
    <message>
      <source>Arms</source>
      <translation>机械臂</translation>
    </message>
    <message>
      <source>Read the folders again</source>
      <translation>重新读取文件夹</translation>
    </message>
    <message>
      <source>Open this arm</source>
      <translation>打开这台机械臂</translation>
    </message>
    <message>
      <source>This file cannot be read.</source>
      <translation>这个文件无法读取。</translation>
    </message>
    <message>
      <source>Folder with visits</source>
      <translation>含现场记录的文件夹</translation>
    </message>
    <message>
      <source>No arms yet. Commission one, or add a folder with visits under “Folders …”, on this computer or on a share; the folders in it are looked through too. Nothing in it is changed.</source>
      <translation>还没有机械臂。请调试一台，或在“文件夹 …”下添加含有现场记录的文件夹，可在本机或共享位置；其中的子文件夹也会查看。其中的内容不会改动。</translation>
    </message>
    <message>
      <source>Looking for visits …</source>
      <translation>正在查找现场记录 …</translation>
    </message>
    <message>
      <source>Search the fleet</source>
      <translation>搜索机群</translation>
    </message>
    <message>
      <source>Find: arm, serial, customer, note</source>
      <translation>查找：机械臂、序列号、客户、备注</translation>
    </message>
    <message>
      <source>Folders …</source>
      <translation>文件夹 …</translation>
    </message>
    <message>
      <source>Looking for visits</source>
      <translation>正在查找现场记录</translation>
    </message>
    <message>
      <source>Arms of the fleet</source>
      <translation>机群中的机械臂</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>保存为</translation>
    </message>
    <message>
      <source>Arms ({kind})</source>
      <translation>机械臂（{kind}）</translation>
    </message>
    <message>
      <source>Visits ({kind})</source>
      <translation>现场记录（{kind}）</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>之前</translation>
    </message>
    <message>
      <source>After</source>
      <translation>之后</translation>
    </message>
    <message>
      <source>Clear the search</source>
      <translation>清除搜索</translation>
    </message>
    <message>
      <source>Commission an arm</source>
      <translation>调试机械臂</translation>
    </message>
    <message>
      <source>Looking into the catalogue …</source>
      <translation>正在查看目录 …</translation>
    </message>
    <message>
      <source>Its visits stay in the list as they were. Press “Refresh” when it is back.</source>
      <translation>其中的现场记录在列表中保持原样。恢复后请按“重新检查”。</translation>
    </message>
    <message>
      <source>{read} new or changed visits were read, {gone} are gone.</source>
      <translation>读取了 {read} 份新的或改变了的现场记录，{gone} 份已不在。</translation>
    </message>
    <message>
      <source>What needs care</source>
      <translation>需要关注之处</translation>
    </message>
    <message>
      <source>Last visit</source>
      <translation>最近一次</translation>
    </message>
    <message>
      <source>Save the fleet</source>
      <translation>保存机群</translation>
    </message>
    <message>
      <source>No visit was found in these folders yet. Add another folder under “Folders …”.</source>
      <translation>这些文件夹中还没有找到现场记录。请在“文件夹 …”下添加另一个。</translation>
    </message>
    <message>
      <source>Export …</source>
      <translation>导出 …</translation>
    </message>
    <message>
      <source>Report (PDF)</source>
      <translation>报告（PDF）</translation>
    </message>
    <message>
      <source>Reading {file}</source>
      <translation>正在读取 {file}</translation>
    </message>
    <message>
      <source>{folder} cannot be reached now.</source>
      <translation>现在无法到达 {folder}。</translation>
    </message>
    <message>
      <source>Nothing has changed in the folders since they were read.</source>
      <translation>自上次读取以来，文件夹没有变化。</translation>
    </message>
    <message>
      <source>Saved: {file}</source>
      <translation>已保存：{file}</translation>
    </message>
  </context>
  <context>
    <name>app/shell/fleet_paper.py</name>
    <message>
      <source>Fleet</source>
      <translation>机群</translation>
    </message>
    <message>
      <source>{count} of {arms} arms need care.</source>
      <translation>{arms} 台机械臂中有 {count} 台需要关注。</translation>
    </message>
    <message>
      <source>By arm</source>
      <translation>按机械臂</translation>
    </message>
    <message>
      <source>All arms</source>
      <translation>全部机械臂</translation>
    </message>
    <message>
      <source>{arms} arms with {visits} visits</source>
      <translation>{arms} 台机械臂，{visits} 份现场记录</translation>
    </message>
    <message>
      <source>Fleet report</source>
      <translation>机群报告</translation>
    </message>
    <message>
      <source>{count} arms</source>
      <translation>{count} 台机械臂</translation>
    </message>
    <message>
      <source>and {count} more arms, in the appendix</source>
      <translation>另有 {count} 台，见附录</translation>
    </message>
    <message>
      <source>Those with the words: {words}</source>
      <translation>含有这些词的：{words}</translation>
    </message>
    <message>
      <source>{count} arms: too little measured to be compared.</source>
      <translation>{count} 台机械臂：测量太少，无法比较。</translation>
    </message>
    <message>
      <source>Files that cannot be read: {count}.</source>
      <translation>无法读取的文件：{count}。</translation>
    </message>
    <message>
      <source>Have the arms looked at that are named below, the first of them first.</source>
      <translation>请检查下面列出的机械臂，从第一台开始。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/fleet_scan.py</name>
    <message>
      <source>Add a folder …</source>
      <translation>添加文件夹 …</translation>
    </message>
    <message>
      <source>Refresh</source>
      <translation>刷新</translation>
    </message>
    <message>
      <source>Read new and changed visits of all folders.</source>
      <translation>读取所有文件夹中新的和改变了的现场记录。</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>完成</translation>
    </message>
    <message>
      <source>Folders of the fleet</source>
      <translation>机群的文件夹</translation>
    </message>
    <message>
      <source>Take out</source>
      <translation>移出</translation>
    </message>
    <message>
      <source>Its visits leave the list; the files stay where they are.</source>
      <translation>其中的现场记录移出列表；文件留在原处。</translation>
    </message>
    <message>
      <source>Take {folder} out of the fleet</source>
      <translation>把 {folder} 移出机群</translation>
    </message>
  </context>
  <context>
    <name>app/shell/fleet_words.py</name>
    <message>
      <source>{joint}: {care} since {since}. It has {value}, usual is {usual}.</source>
      <translation>{joint}：自 {since} 起{care}。现为 {value}，通常为 {usual}。</translation>
    </message>
    <message>
      <source>Too little measured to be compared</source>
      <translation>测量太少，无法比较</translation>
    </message>
    <message>
      <source>Usual for the model: {usual} ({low} to {high}, of {arms} arms).</source>
      <translation>该型号平常：{usual}（{low} 到 {high}，共 {arms} 台）。</translation>
    </message>
    <message>
      <source>stiffness lost</source>
      <translation>刚度下降</translation>
    </message>
    <message>
      <source>play grown</source>
      <translation>背隙增大</translation>
    </message>
    <message>
      <source>wider loop</source>
      <translation>回环变宽</translation>
    </message>
    <message>
      <source>more lost motion</source>
      <translation>空程增大</translation>
    </message>
    <message>
      <source>more friction</source>
      <translation>摩擦增大</translation>
    </message>
    <message>
      <source>payload set wrong</source>
      <translation>负载设置有误</translation>
    </message>
    <message>
      <source>Payload set wrong: {value} measured on {since}, {usual} set in the robot.</source>
      <translation>负载设置有误：{since} 实测 {value}，机器人中设置为 {usual}。</translation>
    </message>
    <message>
      <source>{joint}: {care} since {since}. It has {value}, before it had {usual}.</source>
      <translation>{joint}：自 {since} 起{care}。现为 {value}，之前为 {usual}。</translation>
    </message>
    <message>
      <source>{joint}: {what}</source>
      <translation>{joint}：{what}</translation>
    </message>
    <message>
      <source>Nothing unusual</source>
      <translation>没有异常</translation>
    </message>
    <message>
      <source>Without a serial number nothing can be compared</source>
      <translation>没有序列号无法比较</translation>
    </message>
    <message>
      <source>What is usual for the model takes five arms.</source>
      <translation>要知道该型号平常是多少，需要五台机械臂。</translation>
    </message>
    <message>
      <source>1 visit</source>
      <translation>1 次现场记录</translation>
    </message>
    <message>
      <source>{robot} · no serial</source>
      <translation>{robot} · 无序列号</translation>
    </message>
    <message>
      <source>{arms} arms · {care} need care · {visits} visits</source>
      <translation>{arms} 台机械臂 · {care} 台需要关注 · {visits} 份现场记录</translation>
    </message>
    <message>
      <source>{first} to {last} of {count}</source>
      <translation>{first} 至 {last}，共 {count}</translation>
    </message>
    <message>
      <source>Next check: now, because something needs care.</source>
      <translation>下次检查：现在，因为有需要关注之处。</translation>
    </message>
    <message>
      <source>Next check: cannot be told. It takes three dated visits to this arm, or six to its model.</source>
      <translation>下次检查：无法判断。需要这台机械臂三次带日期的现场记录，或其型号六次。</translation>
    </message>
    <message>
      <source>{robot} · serial {serial}</source>
      <translation>{robot} · 序列号 {serial}</translation>
    </message>
    <message>
      <source>files that cannot be read: {count}</source>
      <translation>无法读取的文件：{count}</translation>
    </message>
    <message>
      <source>Latest: {value}.</source>
      <translation>最新：{value}。</translation>
    </message>
    <message>
      <source>{count} visits</source>
      <translation>{count} 次现场记录</translation>
    </message>
    <message>
      <source>Next check: {date}. At its present rate “{figure}” of {joint} needs care from then on.</source>
      <translation>下次检查：{date}。按目前的变化，{joint} 的“{figure}”从那时起需要关注。</translation>
    </message>
    <message>
      <source>Next check: {date}, the usual {days} days after the last visit to this arm.</source>
      <translation>下次检查：{date}，即这台机械臂上次现场记录后通常的 {days} 天。</translation>
    </message>
    <message>
      <source>Next check: {date}, {days} days after the last visit, as is usual for the model.</source>
      <translation>下次检查：{date}，即上次现场记录后 {days} 天，为该型号通常的间隔。</translation>
    </message>
    <message>
      <source>{words} That is over.</source>
      <translation>{words}已过期。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/footer.py</name>
    <message>
      <source>Progress</source>
      <translation>进度</translation>
    </message>
    <message>
      <source>Back</source>
      <translation>返回</translation>
    </message>
    <message>
      <source>Go on by itself</source>
      <translation>自动继续</translation>
    </message>
  </context>
  <context>
    <name>app/shell/frame.py</name>
    <message>
      <source>Messages</source>
      <translation>消息</translation>
    </message>
  </context>
  <context>
    <name>app/shell/frame_words.py</name>
    <message>
      <source>New visit</source>
      <translation>新建现场记录</translation>
    </message>
    <message>
      <source>About {minutes} min left</source>
      <translation>约剩 {minutes} min</translation>
    </message>
    <message>
      <source>{visit} · Torsion</source>
      <translation>{visit} · Torsion</translation>
    </message>
  </context>
  <context>
    <name>app/shell/gui.py</name>
    <message>
      <source>The part of the program that draws the arm has ended.</source>
      <translation>程序中绘制机械臂的部分已结束。</translation>
    </message>
    <message>
      <source>The arm is shown by a plain picture from now on; measuring and moving go on as before. For the detailed picture, start the program again.</source>
      <translation>从现在起用简单图像显示机械臂；测量和运动照常进行。如需精细图像，请重新启动程序。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/help_page.py</name>
    <message>
      <source>Topics</source>
      <translation>主题</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>帮助</translation>
    </message>
    <message>
      <source>Search the help</source>
      <translation>搜索帮助</translation>
    </message>
    <message>
      <source>Help text</source>
      <translation>帮助正文</translation>
    </message>
    <message>
      <source>No topic has all of these words. Take fewer of them.</source>
      <translation>没有主题包含所有这些词。减少几个词。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/on_robot.py</name>
    <message>
      <source>No arm is chosen yet.</source>
      <translation>尚未选择机械臂。</translation>
    </message>
    <message>
      <source>Go back to the first step and choose the arm to plan for.</source>
      <translation>返回第一步，选择要规划的机械臂。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/problem_page.py</name>
    <message>
      <source>Save the report …</source>
      <translation>保存报告 …</translation>
    </message>
    <message>
      <source>Problem report</source>
      <translation>问题报告</translation>
    </message>
    <message>
      <source>Torsion sends nothing. It writes one file that you look through here, save where you want, and pass on yourself. Names of people and of this computer are taken out.</source>
      <translation>Torsion 不发送任何内容。它写出一个文件，您在这里查看，保存到您选择的位置，再自行转交。人名和本计算机的名称会被去除。</translation>
    </message>
    <message>
      <source>What happened?</source>
      <translation>发生了什么？</translation>
    </message>
    <message>
      <source>What did you do, what did you expect, and what happened instead?</source>
      <translation>您做了什么，期望什么，实际发生了什么？</translation>
    </message>
    <message>
      <source>What goes into the report</source>
      <translation>报告包含的内容</translation>
    </message>
    <message>
      <source>Save the problem report</source>
      <translation>保存问题报告</translation>
    </message>
    <message>
      <source>The measured numbers of every recording, without any text:</source>
      <translation>每次录制的测量数值，不含任何文字：</translation>
    </message>
    <message>
      <source>Program and computer</source>
      <translation>程序和计算机</translation>
    </message>
    <message>
      <source>The last lines of the log</source>
      <translation>日志的最后几行</translation>
    </message>
    <message>
      <source>The last unexpected end</source>
      <translation>上一次意外结束</translation>
    </message>
    <message>
      <source>What is in the visit</source>
      <translation>现场记录的内容</translation>
    </message>
    <message>
      <source>Description of the robot</source>
      <translation>机器人描述</translation>
    </message>
    <message>
      <source>The recordings themselves</source>
      <translation>录制数据本身</translation>
    </message>
    <message>
      <source>What goes in</source>
      <translation>包含的内容</translation>
    </message>
    <message>
      <source>The problem report is saved: {file}, {size}.</source>
      <translation>问题报告已保存：{file}，{size}。</translation>
    </message>
    <message>
      <source>It is in {folder}. Pass it on to whoever looks after Torsion.</source>
      <translation>它位于 {folder}。把它转交给负责 Torsion 的人员。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/settings_page.py</name>
    <message>
      <source>Disconnect the robot and let the work end to change the language.</source>
      <translation>断开机器人并等待工作结束后，才能更改语言。</translation>
    </message>
    <message>
      <source>What you change here holds at once and is kept.</source>
      <translation>这里的更改立即生效并保留。</translation>
    </message>
    <message>
      <source>Your name</source>
      <translation>您的姓名</translation>
    </message>
    <message>
      <source>Choose a folder …</source>
      <translation>选择文件夹 …</translation>
    </message>
    <message>
      <source>Usual folder</source>
      <translation>常用文件夹</translation>
    </message>
    <message>
      <source>Back to defaults</source>
      <translation>恢复默认</translation>
    </message>
    <message>
      <source>About</source>
      <translation>关于</translation>
    </message>
    <message>
      <source>How it looks</source>
      <translation>外观</translation>
    </message>
    <message>
      <source>How you work</source>
      <translation>工作方式</translation>
    </message>
    <message>
      <source>More</source>
      <translation>更多</translation>
    </message>
    <message>
      <source>How to go on, what to send when something is wrong, and what this program is.</source>
      <translation>如何继续、出错时发送什么，以及本程序是什么。</translation>
    </message>
    <message>
      <source>Defaults</source>
      <translation>默认值</translation>
    </message>
    <message>
      <source>Everything on this page as at the first start. Your name and your visits stay.</source>
      <translation>本页所有内容恢复到首次启动时的状态。您的姓名和现场记录保留。</translation>
    </message>
    <message>
      <source>Colours of the system</source>
      <translation>系统颜色</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>浅色</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <source>High contrast</source>
      <translation>高对比度</translation>
    </message>
    <message>
      <source>Metric</source>
      <translation>公制</translation>
    </message>
    <message>
      <source>Metric, with pounds and inches beside</source>
      <translation>公制，并附磅和英寸</translation>
    </message>
    <message>
      <source>By itself</source>
      <translation>自动</translation>
    </message>
    <message>
      <source>The folder of visits takes no files now: {folder}</source>
      <translation>现场记录文件夹目前不能写入文件：{folder}</translation>
    </message>
    <message>
      <source>New visits are kept in {folder}. Choose another one in the settings.</source>
      <translation>新的现场记录保存在 {folder}。在设置中选择其他文件夹。</translation>
    </message>
    <message>
      <source>Nothing was changed: {folder} takes no files. Choose another folder.</source>
      <translation>未作任何更改：{folder} 不能写入文件。选择其他文件夹。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/side_pages.py</name>
    <message>
      <source>Name the visit</source>
      <translation>为现场记录命名</translation>
    </message>
    <message>
      <source>Nothing has to be entered. The visit is found by all of it in the list of visits.</source>
      <translation>不必填写任何内容。在现场记录列表中可按所填内容找到它。</translation>
    </message>
    <message>
      <source>State of this arm</source>
      <translation>机械臂状态</translation>
    </message>
    <message>
      <source>The visit is made as soon as a robot is connected or a recording is imported.</source>
      <translation>连接机器人或导入录制数据后，即建立现场记录。</translation>
    </message>
    <message>
      <source>About Torsion</source>
      <translation>关于 Torsion</translation>
    </message>
    <message>
      <source>Copy versions</source>
      <translation>复制版本</translation>
    </message>
    <message>
      <source>Show all licences in full</source>
      <translation>显示全部许可证全文</translation>
    </message>
    <message>
      <source>What Torsion consists of</source>
      <translation>Torsion 的组成</translation>
    </message>
    <message>
      <source>see its own text</source>
      <translation>见其自身文本</translation>
    </message>
    <message>
      <source>{robot} · begun {when} · {count} recordings · {file}</source>
      <translation>{robot} · 开始于 {when} · {count} 个录制 · {file}</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>版本</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>许可证</translation>
    </message>
    <message>
      <source>Torsion {version}, commit {commit}, Python {python}, Qt {qt}, {system}</source>
      <translation>Torsion {version}，提交 {commit}，Python {python}，Qt {qt}，{system}</translation>
    </message>
    <message>
      <source>Torsion {version}, Python {python}, Qt {qt}, {system}</source>
      <translation>Torsion {version}，Python {python}，Qt {qt}，{system}</translation>
    </message>
    <message>
      <source>Torsion from its source, commit {commit}, Python {python}, Qt {qt}, {system}</source>
      <translation>由源代码运行的 Torsion，提交 {commit}，Python {python}，Qt {qt}，{system}</translation>
    </message>
    <message>
      <source>Torsion from its source, Python {python}, Qt {qt}, {system}</source>
      <translation>由源代码运行的 Torsion，Python {python}，Qt {qt}，{system}</translation>
    </message>
    <message>
      <source>Log files</source>
      <translation>日志文件</translation>
    </message>
    <message>
      <source>New visits</source>
      <translation>新的现场记录</translation>
    </message>
    <message>
      <source>Another visit is being worked on. Open this one when that is done.</source>
      <translation>正在处理另一份现场记录。完成后再打开这一份。</translation>
    </message>
    <message>
      <source>Torsion is free software under the licence {licence}.</source>
      <translation>Torsion 是自由软件，许可证为 {licence}。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/sides.py</name>
    <message>
      <source>The arm may move now, so this page stays in front.</source>
      <translation>机械臂现在可能运动，因此本页保持在前。</translation>
    </message>
    <message>
      <source>Help and settings open as soon as the motion is over.</source>
      <translation>运动结束后即可打开帮助和设置。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/start_page.py</name>
    <message>
      <source>Stiffness of the gears</source>
      <translation>齿轮刚度</translation>
    </message>
    <message>
      <source>Friction of the joints</source>
      <translation>关节摩擦</translation>
    </message>
    <message>
      <source>open</source>
      <translation>展开</translation>
    </message>
    <message>
      <source>{care} of {arms} need care</source>
      <translation>{arms} 台中有 {care} 台需要关注</translation>
    </message>
    <message>
      <source>Measure friction, gears and the model. About {minutes} min for six joints. The arm moves.</source>
      <translation>测量摩擦、减速器和模型。六个关节约 {minutes} 分钟。机械臂会运动。</translation>
    </message>
    <message>
      <source>Weigh what hangs on the flange and find its centre. At most {minutes} min of motion.</source>
      <translation>称量法兰上的负载并求质心。运动最多 {minutes} 分钟。</translation>
    </message>
    <message>
      <source>{step}, {when}</source>
      <translation>{step}，{when}</translation>
    </message>
    <message>
      <source>Continue</source>
      <translation>继续</translation>
    </message>
    <message>
      <source>Torsion ended unexpectedly after {when}, at the step “{step}”.</source>
      <translation>Torsion 在 {when} 之后、步骤“{step}”处意外结束。</translation>
    </message>
    <message>
      <source>Start screen</source>
      <translation>起始界面</translation>
    </message>
    <message>
      <source>Open files …</source>
      <translation>打开文件 …</translation>
    </message>
    <message>
      <source>See an arm live</source>
      <translation>实时查看机械臂</translation>
    </message>
    <message>
      <source>Watch and record every signal. Nothing moves.</source>
      <translation>查看并录制每个信号。不会运动。</translation>
    </message>
    <message>
      <source>No visit was open, so nothing is lost.</source>
      <translation>当时没有打开现场记录，因此没有丢失任何内容。</translation>
    </message>
    <message>
      <source>What do you want to do?</source>
      <translation>您想做什么？</translation>
    </message>
    <message>
      <source>No arms yet.</source>
      <translation>还没有机械臂。</translation>
    </message>
    <message>
      <source>Everything measured is in the visit {file}. Look whether the robot stands still, then go on at that step.</source>
      <translation>所有测量结果都在现场记录 {file} 中。查看机器人是否静止，然后从该步骤继续。</translation>
    </message>
    <message>
      <source>Torsion ended unexpectedly after {when}.</source>
      <translation>Torsion 在 {when} 之后意外结束。</translation>
    </message>
    <message>
      <source>The visit {file} is no longer where it was. Open it from its new place.</source>
      <translation>现场记录 {file} 已不在原处。从新位置打开它。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/state_page.py</name>
    <message>
      <source>Show it</source>
      <translation>查看</translation>
    </message>
    <message>
      <source>Name, customer …</source>
      <translation>名称、客户 …</translation>
    </message>
    <message>
      <source>This arm has one encoder per joint: gears cannot be seen.</source>
      <translation>此机械臂每个关节只有一个编码器：看不到减速器。</translation>
    </message>
    <message>
      <source>Choose a job</source>
      <translation>选择任务</translation>
    </message>
    <message>
      <source>Go on with this visit</source>
      <translation>继续此现场记录</translation>
    </message>
    <message>
      <source>No visit is open. Choose a job first, or open a visit.</source>
      <translation>没有打开现场记录。先选择任务，或打开一份现场记录。</translation>
    </message>
    <message>
      <source>Reading what was measured …</source>
      <translation>正在读取测量结果……</translation>
    </message>
    <message>
      <source>Nothing was measured on this arm yet. Commission it first.</source>
      <translation>这台机械臂尚未测量。先进行调试。</translation>
    </message>
    <message>
      <source>Subject</source>
      <translation>项目</translation>
    </message>
    <message>
      <source>Key number</source>
      <translation>关键数值</translation>
    </message>
    <message>
      <source>What to do</source>
      <translation>怎么做</translation>
    </message>
    <message>
      <source>never</source>
      <translation>从未</translation>
    </message>
    <message>
      <source>1 thing needs care</source>
      <translation>1 项需要关注</translation>
    </message>
    <message>
      <source>{count} things need care</source>
      <translation>{count} 项需要关注</translation>
    </message>
    <message>
      <source>Commission it, about {minutes} min</source>
      <translation>开始调试，约 {minutes} 分钟</translation>
    </message>
    <message>
      <source>{what}: {subject}</source>
      <translation>{what}：{subject}</translation>
    </message>
    <message>
      <source>Serial {serial}</source>
      <translation>序列号 {serial}</translation>
    </message>
    <message>
      <source>no serial</source>
      <translation>无序列号</translation>
    </message>
  </context>
  <context>
    <name>app/shell/state_words.py</name>
    <message>
      <source>{subject}: {joint} is worse than is usual.</source>
      <translation>{subject}：{joint} 比通常差。</translation>
    </message>
    <message>
      <source>{trusted} of {count} joints agree</source>
      <translation>{count} 个关节中 {trusted} 个一致</translation>
    </message>
    <message>
      <source>The payload set in the robot is too heavy.</source>
      <translation>机器人中设置的负载太重。</translation>
    </message>
    <message>
      <source>{subject}: {joint} got worse since the earlier visit.</source>
      <translation>{subject}：{joint}比上一次检测更差。</translation>
    </message>
    <message>
      <source>Arm stiffness</source>
      <translation>机械臂刚度</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>测量</translation>
    </message>
    <message>
      <source>Measure again</source>
      <translation>重新测量</translation>
    </message>
    <message>
      <source>See the reasons</source>
      <translation>查看原因</translation>
    </message>
    <message>
      <source>Set it in the robot</source>
      <translation>在机器人中设置</translation>
    </message>
    <message>
      <source>The payload set in the robot is too light.</source>
      <translation>机器人中设置的负载太轻。</translation>
    </message>
    <message>
      <source>misses {share} of the torque</source>
      <translation>转矩偏差 {share}</translation>
    </message>
    <message>
      <source>usual: {value}</source>
      <translation>通常：{value}</translation>
    </message>
    <message>
      <source>was {value} on {date}</source>
      <translation>{date} 为 {value}</translation>
    </message>
    <message>
      <source>set in the robot: {value}</source>
      <translation>机器人中设置：{value}</translation>
    </message>
    <message>
      <source>limit {value}</source>
      <translation>限值 {value}</translation>
    </message>
    <message>
      <source>Look at {joint}</source>
      <translation>查看{joint}</translation>
    </message>
  </context>
  <context>
    <name>app/shell/step_rail.py</name>
    <message>
      <source>Steps</source>
      <translation>步骤</translation>
    </message>
    <message>
      <source>Back to the steps</source>
      <translation>返回步骤</translation>
    </message>
    <message>
      <source>Step {number}, {name}: {state}</source>
      <translation>第 {number} 步，{name}：{state}</translation>
    </message>
  </context>
  <context>
    <name>app/shell/step_words.py</name>
    <message>
      <source>Connect a robot first.</source>
      <translation>先连接机器人。</translation>
    </message>
    <message>
      <source>This controller cannot be moved from here.</source>
      <translation>无法从这里使此控制器运动。</translation>
    </message>
    <message>
      <source>This controller runs no planned motions. Record instead.</source>
      <translation>此控制器不执行规划的运动。改用录制。</translation>
    </message>
    <message>
      <source>This controller reports no encoders behind the gears.</source>
      <translation>此控制器不提供减速器之后的编码器。</translation>
    </message>
    <message>
      <source>Plan a motion first.</source>
      <translation>先规划运动。</translation>
    </message>
    <message>
      <source>Record or import something first.</source>
      <translation>先录制或导入数据。</translation>
    </message>
    <message>
      <source>Choose the runs first.</source>
      <translation>先选择运行。</translation>
    </message>
    <message>
      <source>Identify the model first.</source>
      <translation>先辨识模型。</translation>
    </message>
    <message>
      <source>Work out the stiffness of the arm first.</source>
      <translation>先计算机械臂的刚度。</translation>
    </message>
    <message>
      <source>Sweep the empty arm first, or choose it.</source>
      <translation>先扫掠空载机械臂，或选择其数据。</translation>
    </message>
    <message>
      <source>Measure the payload first.</source>
      <translation>先测量负载。</translation>
    </message>
    <message>
      <source>Something before it is missing.</source>
      <translation>前面缺少某个步骤。</translation>
    </message>
    <message>
      <source>in progress</source>
      <translation>进行中</translation>
    </message>
    <message>
      <source>out of date</source>
      <translation>已过期</translation>
    </message>
    <message>
      <source>partly done: {done} of {of}</source>
      <translation>部分完成：{done}/{of}</translation>
    </message>
  </context>
  <context>
    <name>app/shell/stopping.py</name>
    <message>
      <source>No robot connected</source>
      <translation>未连接机器人</translation>
    </message>
    <message>
      <source>Connected</source>
      <translation>已连接</translation>
    </message>
    <message>
      <source>Armed, may move</source>
      <translation>已使能，可能运动</translation>
    </message>
    <message>
      <source>Moving</source>
      <translation>运动中</translation>
    </message>
    <message>
      <source>Stopped by a fault</source>
      <translation>因故障停止</translation>
    </message>
    <message>
      <source>Connection lost</source>
      <translation>连接中断</translation>
    </message>
    <message>
      <source>Replay has ended</source>
      <translation>回放已结束</translation>
    </message>
    <message>
      <source>Disconnecting …</source>
      <translation>正在断开 …</translation>
    </message>
    <message>
      <source>STOP was sent to the robot.</source>
      <translation>已向机器人发送停止。</translation>
    </message>
    <message>
      <source>The planned motion is discarded. The start pose is checked again before the next one.</source>
      <translation>已放弃规划的运动。下一次运动之前重新检查起始位姿。</translation>
    </message>
    <message>
      <source>Nothing opens while the robot may move.</source>
      <translation>机器人可能运动时不打开任何内容。</translation>
    </message>
    <message>
      <source>STOP must stay within reach. Wait until the robot stands still.</source>
      <translation>停止按钮必须随时可及。等机器人静止。</translation>
    </message>
    <message>
      <source>No robot is connected, nothing is moving.</source>
      <translation>未连接机器人，没有任何运动。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/story.py</name>
    <message>
      <source>Stopped. “Go on” runs this stage again.</source>
      <translation>已停止。按“继续”重新运行此阶段。</translation>
    </message>
    <message>
      <source>The virtual arm is being switched on …</source>
      <translation>正在启动虚拟机械臂……</translation>
    </message>
    <message>
      <source>Paused: the virtual arm's time stands still.</source>
      <translation>已暂停：虚拟机械臂的时间静止。</translation>
    </message>
    <message>
      <source>All four are done. Look at any of them again, or repeat it.</source>
      <translation>四项均已完成。可再次查看其中任何一项，或重复它。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/story_page.py</name>
    <message>
      <source>A virtual arm goes through a visit by itself. Nothing can break.</source>
      <translation>一台虚拟机械臂自动完成一次现场记录。不会损坏任何东西。</translation>
    </message>
    <message>
      <source>No PDF viewer found. The report is in {folder}.</source>
      <translation>未找到 PDF 查看器。报告在 {folder}。</translation>
    </message>
    <message>
      <source>Try it</source>
      <translation>试一试</translation>
    </message>
    <message>
      <source>Stages of the story</source>
      <translation>演示的各阶段</translation>
    </message>
    <message>
      <source>Progress of the stage</source>
      <translation>阶段进度</translation>
    </message>
    <message>
      <source>Repeat this stage</source>
      <translation>重复此阶段</translation>
    </message>
    <message>
      <source>Play it again</source>
      <translation>再放一次</translation>
    </message>
    <message>
      <source>Go on with this arm</source>
      <translation>继续使用这台机械臂</translation>
    </message>
    <message>
      <source>Your own arm goes the same way.</source>
      <translation>您自己的机械臂也是同样的过程。</translation>
    </message>
    <message>
      <source>Take over</source>
      <translation>接手操作</translation>
    </message>
    <message>
      <source>The joint that moves</source>
      <translation>正在运动的关节</translation>
    </message>
    <message>
      <source>Done. This is what Torsion found.</source>
      <translation>完成。这是 Torsion 的发现。</translation>
    </message>
    <message>
      <source>Open it</source>
      <translation>打开</translation>
    </message>
  </context>
  <context>
    <name>app/shell/tag_form.py</name>
    <message>
      <source>Move {count} visits with their recordings and results to the bin?</source>
      <translation>把 {count} 个现场记录连同其录制数据和结果移到回收站？</translation>
    </message>
    <message>
      <source>e.g. {example}</source>
      <translation>例如 {example}</translation>
    </message>
    <message>
      <source>Move to the bin</source>
      <translation>移到回收站</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>保留</translation>
    </message>
    <message>
      <source>Move the visit “{name}” with its recordings and results to the bin?</source>
      <translation>把现场记录“{name}”连同其录制数据和结果移到回收站？</translation>
    </message>
  </context>
  <context>
    <name>app/shell/top_bar.py</name>
    <message>
      <source>STOP motion (Esc)</source>
      <translation>停止运动（Esc）</translation>
    </message>
    <message>
      <source>Stops a moving robot. It does not replace the emergency stop.</source>
      <translation>停止运动中的机器人。不能代替急停。</translation>
    </message>
    <message>
      <source>Name, customer or cell, and note of this visit</source>
      <translation>该现场记录的名称、客户或工作站以及备注</translation>
    </message>
    <message>
      <source>Home</source>
      <translation>主页</translation>
    </message>
    <message>
      <source>The start screen; the visit is saved and can be continued</source>
      <translation>开始界面；访问已保存，可以继续</translation>
    </message>
    <message>
      <source>What this page is for and how to go on (F1)</source>
      <translation>本页的用途和操作方法（F1）</translation>
    </message>
    <message>
      <source>Pace of the virtual robot</source>
      <translation>虚拟机器人的时间流速</translation>
    </message>
    <message>
      <source>How fast the virtual robot's time passes: 1×, 4× or 16×</source>
      <translation>虚拟机器人的时间流速：1×、4× 或 16×</translation>
    </message>
    <message>
      <source>Torsion</source>
      <translation>Torsion</translation>
    </message>
    <message>
      <source>Messages, {count} not looked at</source>
      <translation>消息，{count} 条未看</translation>
    </message>
    <message>
      <source>Serial number {serial}</source>
      <translation>序列号 {serial}</translation>
    </message>
    <message>
      <source>Pace {pace}</source>
      <translation>速度 {pace}</translation>
    </message>
  </context>
  <context>
    <name>app/shell/try_now.py</name>
    <message>
      <source>Examples:</source>
      <translation>示例：</translation>
    </message>
    <message>
      <source>No robot here? See everything on a virtual arm; nothing can break.</source>
      <translation>没有机器人？在虚拟机械臂上查看全部，不会损坏任何东西。</translation>
    </message>
    <message>
      <source>A virtual arm is checked, weighs a tool and shows a worn gear.</source>
      <translation>检查一台虚拟机械臂，称出工具质量，并显示磨损的减速器。</translation>
    </message>
    <message>
      <source>Healthy arm</source>
      <translation>完好的机械臂</translation>
    </message>
    <message>
      <source>Worn gear</source>
      <translation>磨损的减速器</translation>
    </message>
    <message>
      <source>Wrong payload</source>
      <translation>错误的负载</translation>
    </message>
    <message>
      <source>Virtual arm</source>
      <translation>虚拟机械臂</translation>
    </message>
    <message>
      <source>A simulated arm shows every step; nothing can break.</source>
      <translation>用仿真机械臂演示每一步；不会损坏任何东西。</translation>
    </message>
    <message>
      <source>Computed runs</source>
      <translation>计算数据</translation>
    </message>
    <message>
      <source>Computed recordings show the identification in a minute.</source>
      <translation>用计算出的录制数据，一分钟展示辨识过程。</translation>
    </message>
    <message>
      <source>Try it, two minutes</source>
      <translation>试一试，两分钟</translation>
    </message>
    <message>
      <source>An example visit; it is recorded on the virtual robot the first time.</source>
      <translation>示例现场记录；首次打开时在虚拟机器人上录制。</translation>
    </message>
    <message>
      <source>Recording “{name}”, a minute or so …</source>
      <translation>正在录制“{name}”，约一分钟……</translation>
    </message>
  </context>
  <context>
    <name>app/shell/unattended.py</name>
    <message>
      <source>Mend it or accept it here, then press “Go on by itself”. Or turn the pages yourself.</source>
      <translation>在此处理或接受，然后按“自动继续”。也可以自行翻页。</translation>
    </message>
    <message>
      <source>This step needs a choice by a person.</source>
      <translation>这一步需要有人决定做什么。</translation>
    </message>
    <message>
      <source>This step was stopped before its end.</source>
      <translation>这一步在完成前被停止。</translation>
    </message>
    <message>
      <source>Goes on by itself</source>
      <translation>自动进行</translation>
    </message>
    <message>
      <source>Stop after this step</source>
      <translation>此步骤后停止</translation>
    </message>
    <message>
      <source>The commissioning is done, and its report is written.</source>
      <translation>投运已完成，报告已写好。</translation>
    </message>
    <message>
      <source>The report tells what to do next. Every step can be opened again.</source>
      <translation>报告会说明下一步做什么。每一步都可以重新打开。</translation>
    </message>
    <message>
      <source>Waiting for you: clear the cell, tick it, then hold to start · about {minutes} min left</source>
      <translation>等待您：清空工作单元并勾选，然后按住启动 · 约剩 {minutes} min</translation>
    </message>
    <message>
      <source>Waiting for you: look at the cell, then hold to start · about {minutes} min left</source>
      <translation>等待您：查看工作单元，然后按住启动 · 约剩 {minutes} min</translation>
    </message>
    <message>
      <source>Goes on by itself · about {minutes} min left</source>
      <translation>自动进行 · 约剩 {minutes} min</translation>
    </message>
    <message>
      <source>The steps no longer go on by themselves: {why}</source>
      <translation>步骤不再自动进行：{why}</translation>
    </message>
    <message>
      <source>The steps no longer go on by themselves.</source>
      <translation>步骤不再自动进行。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/undo_actions.py</name>
    <message>
      <source>Undone: {what}.</source>
      <translation>已撤销：{what}。</translation>
    </message>
    <message>
      <source>There is nothing to undo.</source>
      <translation>没有可撤销的更改。</translation>
    </message>
    <message>
      <source>Done again: {what}.</source>
      <translation>已重做：{what}。</translation>
    </message>
    <message>
      <source>There is nothing to redo.</source>
      <translation>没有可重做的更改。</translation>
    </message>
    <message>
      <source>Nothing is undone now.</source>
      <translation>现在不能撤销。</translation>
    </message>
    <message>
      <source>Wait until the work has ended.</source>
      <translation>请等待工作结束。</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>重做</translation>
    </message>
  </context>
  <context>
    <name>app/shell/visit_bin.py</name>
    <message>
      <source>Moved to {folder}: {names}.</source>
      <translation>已移到 {folder}：{names}。</translation>
    </message>
    <message>
      <source>Moved to the bin: {names}.</source>
      <translation>已移到回收站：{names}。</translation>
    </message>
    <message>
      <source>The folder {folder} did not take {names}.</source>
      <translation>文件夹 {folder} 没有接收 {names}。</translation>
    </message>
    <message>
      <source>There is no bin for {names} on this disk.</source>
      <translation>此磁盘上没有可放 {names} 的回收站。</translation>
    </message>
    <message>
      <source>Nothing was deleted. Choose a folder to move it to.</source>
      <translation>什么都没有删除。请选择一个文件夹来存放它。</translation>
    </message>
    <message>
      <source>This visit is open.</source>
      <translation>该现场记录已打开。</translation>
    </message>
    <message>
      <source>Close it first: press Home.</source>
      <translation>请先关闭它：按“主页”。</translation>
    </message>
    <message>
      <source>Look into the bin of the system.</source>
      <translation>请查看系统的回收站。</translation>
    </message>
    <message>
      <source>Brought back from the bin.</source>
      <translation>已从回收站取回。</translation>
    </message>
    <message>
      <source>Not brought back: {names}.</source>
      <translation>未取回：{names}。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/visit_list_words.py</name>
    <message>
      <source>{when}, {file}, {arm}. {measured}.</source>
      <translation>{when}，{file}，{arm}。{measured}。</translation>
    </message>
    <message>
      <source>{robot} · serial {serial} · {visits} · {mark}</source>
      <translation>{robot} · 序列号 {serial} · {visits} · {mark}</translation>
    </message>
    <message>
      <source>{robot} · no serial · {visits} · {mark}</source>
      <translation>{robot} · 无序列号 · {visits} · {mark}</translation>
    </message>
    <message>
      <source>Correction</source>
      <translation>修正</translation>
    </message>
    <message>
      <source>No verdict</source>
      <translation>没有结论</translation>
    </message>
    <message>
      <source>{robot} · serial {serial} · {visits}</source>
      <translation>{robot} · 序列号 {serial} · {visits}</translation>
    </message>
    <message>
      <source>{robot} · no serial · {visits}</source>
      <translation>{robot} · 无序列号 · {visits}</translation>
    </message>
    <message>
      <source>1 recording, nothing worked out yet</source>
      <translation>1 次录制，尚未计算</translation>
    </message>
    <message>
      <source>Nothing was recorded</source>
      <translation>没有录制任何数据</translation>
    </message>
    <message>
      <source>By arm, the last visited first</source>
      <translation>按机械臂，最近到访的在前</translation>
    </message>
    <message>
      <source>By robot and serial number</source>
      <translation>按机器人和序列号</translation>
    </message>
    <message>
      <source>By date, the newest first</source>
      <translation>按日期，最新的在前</translation>
    </message>
    <message>
      <source>By customer or cell</source>
      <translation>按客户或工作站</translation>
    </message>
    <message>
      <source>By name</source>
      <translation>按名称</translation>
    </message>
    <message>
      <source>With a note first</source>
      <translation>有备注的在前</translation>
    </message>
    <message>
      <source>By verdict, the worst first</source>
      <translation>按结论，最差的在前</translation>
    </message>
    <message>
      <source>All visits</source>
      <translation>所有现场记录</translation>
    </message>
    <message>
      <source>Files that cannot be read · {count}</source>
      <translation>无法读取的文件 · {count}</translation>
    </message>
    <message>
      <source>{count} recordings, nothing worked out yet</source>
      <translation>{count} 次录制，尚无结果</translation>
    </message>
    <message>
      <source>{file} · by {who}</source>
      <translation>{file} · 操作人 {who}</translation>
    </message>
    <message>
      <source>{group} · {count}</source>
      <translation>{group} · {count}</translation>
    </message>
    <message>
      <source>No customer or cell</source>
      <translation>没有客户或工作站</translation>
    </message>
    <message>
      <source>With a name</source>
      <translation>有名称</translation>
    </message>
    <message>
      <source>Without a name</source>
      <translation>没有名称</translation>
    </message>
    <message>
      <source>With a note</source>
      <translation>有备注</translation>
    </message>
    <message>
      <source>Without a note</source>
      <translation>没有备注</translation>
    </message>
    <message>
      <source>{what}: {verdict}</source>
      <translation>{what}：{verdict}</translation>
    </message>
  </context>
  <context>
    <name>app/shell/visits.py</name>
    <message>
      <source>Rescue what is whole into a new visit</source>
      <translation>将完整的内容救援到新的现场记录</translation>
    </message>
    <message>
      <source>Import it as a recording</source>
      <translation>作为录制数据导入</translation>
    </message>
    <message>
      <source>Recordings and results in it: {taken}.</source>
      <translation>其中的录制数据和结果：{taken} 个。</translation>
    </message>
    <message>
      <source>Left out: {names}.</source>
      <translation>未取出：{names}。</translation>
    </message>
    <message>
      <source>What was whole is in the new visit {file}.</source>
      <translation>完整的内容已在新的现场记录 {file} 中。</translation>
    </message>
  </context>
  <context>
    <name>app/shell/visits_page.py</name>
    <message>
      <source>Compare other arms of the same kind as well</source>
      <translation>也比较同型号的其他机械臂</translation>
    </message>
    <message>
      <source>There is no visit yet. Measure something, or add visit files.</source>
      <translation>还没有现场记录。先测量，或添加现场记录文件。</translation>
    </message>
    <message>
      <source>Move visits to a folder</source>
      <translation>把现场记录移到文件夹</translation>
    </message>
    <message>
      <source>Choose visits</source>
      <translation>选择现场记录</translation>
    </message>
    <message>
      <source>Pick one to go on in it, or two and more of one arm to see what changed.</source>
      <translation>选择一次以继续，或选择同一机械臂的两次或更多来查看变化。</translation>
    </message>
    <message>
      <source>Search visits</source>
      <translation>搜索现场记录</translation>
    </message>
    <message>
      <source>Search: robot, serial, customer, note, date, verdict</source>
      <translation>搜索：机器人、序列号、客户、备注、日期、结论</translation>
    </message>
    <message>
      <source>Order of the visits</source>
      <translation>现场记录的顺序</translation>
    </message>
    <message>
      <source>Name and note …</source>
      <translation>名称和备注 …</translation>
    </message>
    <message>
      <source>Delete …</source>
      <translation>删除 …</translation>
    </message>
    <message>
      <source>History of this arm</source>
      <translation>该机械臂的历史</translation>
    </message>
    <message>
      <source>All visits to the arm, and where its numbers are going.</source>
      <translation>该机械臂的所有现场记录，以及其数值的走向。</translation>
    </message>
    <message>
      <source>Visits by arm</source>
      <translation>按机械臂列出的现场记录</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>打开</translation>
    </message>
    <message>
      <source>Pick a visit</source>
      <translation>请选择一份现场记录</translation>
    </message>
    <message>
      <source>Looking into the visits …</source>
      <translation>正在查看现场记录 …</translation>
    </message>
    <message>
      <source>These are of different arms.</source>
      <translation>这些属于不同的机械臂。</translation>
    </message>
    <message>
      <source>No visit has all of these words. Clear the search to see every visit.</source>
      <translation>没有现场记录包含所有这些词。清空搜索即可看到全部。</translation>
    </message>
    <message>
      <source>Add visits</source>
      <translation>添加现场记录</translation>
    </message>
    <message>
      <source>Compare {count} visits</source>
      <translation>比较 {count} 次现场记录</translation>
    </message>
    <message>
      <source>{picked} of {count} visits picked</source>
      <translation>已选 {picked} / {count} 次现场记录</translation>
    </message>
  </context>
  <context>
    <name>app/speech/dates.py</name>
    <message>
      <source>d MMM yyyy</source>
      <translation>yyyy年M月d日</translation>
    </message>
    <message>
      <source>d MMMM yyyy</source>
      <translation>yyyy年M月d日</translation>
    </message>
    <message>
      <source>d MMM yyyy, HH:mm</source>
      <translation>yyyy年M月d日 HH:mm</translation>
    </message>
  </context>
  <context>
    <name>app/speech/language.py</name>
    <message>
      <source>{first} {second}</source>
      <translation>{first}{second}</translation>
    </message>
    <message>
      <source>, </source>
      <translation>、</translation>
    </message>
    <message>
      <source>{first} and {last}</source>
      <translation>{first}、{last}</translation>
    </message>
  </context>
  <context>
    <name>app/speech/model_words.py</name>
    <message>
      <source>{name} of {where}</source>
      <translation>{where} 的{name}</translation>
    </message>
    <message>
      <source>coulomb</source>
      <translation>库仑</translation>
    </message>
    <message>
      <source>viscous</source>
      <translation>粘性</translation>
    </message>
    <message>
      <source>offset</source>
      <translation>偏置</translation>
    </message>
    <message>
      <source>static</source>
      <translation>静态</translation>
    </message>
    <message>
      <source>static to Coulomb</source>
      <translation>静摩擦到库仑</translation>
    </message>
    <message>
      <source>hump</source>
      <translation>驼峰</translation>
    </message>
    <message>
      <source>presliding</source>
      <translation>预滑动</translation>
    </message>
    <message>
      <source>quadratic</source>
      <translation>二次项</translation>
    </message>
    <message>
      <source>cubic</source>
      <translation>三次项</translation>
    </message>
    <message>
      <source>load-dependent</source>
      <translation>载荷相关</translation>
    </message>
    <message>
      <source>load squared</source>
      <translation>载荷平方</translation>
    </message>
    <message>
      <source>stirring</source>
      <translation>搅动</translation>
    </message>
    <message>
      <source>inertia</source>
      <translation>惯量</translation>
    </message>
    <message>
      <source>coulomb forward</source>
      <translation>库仑（正向）</translation>
    </message>
    <message>
      <source>viscous forward</source>
      <translation>粘性（正向）</translation>
    </message>
    <message>
      <source>quadratic forward</source>
      <translation>二次项（正向）</translation>
    </message>
    <message>
      <source>cubic forward</source>
      <translation>三次项（正向）</translation>
    </message>
    <message>
      <source>coulomb backward</source>
      <translation>库仑（反向）</translation>
    </message>
    <message>
      <source>viscous backward</source>
      <translation>粘性（反向）</translation>
    </message>
    <message>
      <source>quadratic backward</source>
      <translation>二次项（反向）</translation>
    </message>
    <message>
      <source>cubic backward</source>
      <translation>三次项（反向）</translation>
    </message>
    <message>
      <source>Least squares</source>
      <translation>最小二乘</translation>
    </message>
    <message>
      <source>Weighted per joint</source>
      <translation>按关节加权</translation>
    </message>
    <message>
      <source>Weighted, joints together</source>
      <translation>加权，关节合并</translation>
    </message>
    <message>
      <source>Robust against outliers</source>
      <translation>抗离群值</translation>
    </message>
    <message>
      <source>Weighted by measured noise</source>
      <translation>按实测噪声加权</translation>
    </message>
    <message>
      <source>{name} of motor {where} with {other}</source>
      <translation>电机 {where} 的{name}，随 {other}</translation>
    </message>
  </context>
  <context>
    <name>app/speech/quantities.py</name>
    <message>
      <source>“{unit}” is no unit of mass. Use kg, g, t, lb or oz.</source>
      <translation>“{unit}”不是质量单位。使用 kg、g、t、lb 或 oz。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of length. Use mm, cm, m, in or ft.</source>
      <translation>“{unit}”不是长度单位。使用 mm、cm、m、in 或 ft。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of angle. Use °, deg or rad.</source>
      <translation>“{unit}”不是角度单位。使用 °、deg 或 rad。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of speed here. Use °/s, deg/s, rad/s or rpm.</source>
      <translation>“{unit}”不是这里的速度单位。使用 °/s、deg/s、rad/s 或 rpm。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of force. Use N, kN, kgf or lbf.</source>
      <translation>“{unit}”不是力的单位。使用 N、kN、kgf 或 lbf。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of torque. Use N·m, kN·m, lbf·ft or lbf·in.</source>
      <translation>“{unit}”不是力矩单位。使用 N·m、kN·m、lbf·ft 或 lbf·in。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of time. Use s, ms, min or h.</source>
      <translation>“{unit}”不是时间单位。使用 s、ms、min 或 h。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of frequency. Use Hz or kHz.</source>
      <translation>“{unit}”不是频率单位。使用 Hz 或 kHz。</translation>
    </message>
    <message>
      <source>“{unit}” is no share. Use %.</source>
      <translation>“{unit}”不是比例。使用 %。</translation>
    </message>
    <message>
      <source>“{unit}” is no unit of a drive gain. Use N·m/A.</source>
      <translation>“{unit}”不是驱动增益单位。使用 N·m/A。</translation>
    </message>
    <message>
      <source>Type a number from {lower} to {upper} {unit}.</source>
      <translation>请输入 {lower} 至 {upper} {unit} 之间的数值。</translation>
    </message>
    <message>
      <source>Type a number above {lower}, {upper} {unit} at most.</source>
      <translation>请输入大于 {lower} 且不超过 {upper} {unit} 的数值。</translation>
    </message>
    <message>
      <source>Type a whole number from {lower} to {upper} {unit}.</source>
      <translation>请输入 {lower} 至 {upper} {unit} 之间的整数。</translation>
    </message>
    <message>
      <source>Type a whole number above {lower}, {upper} {unit} at most.</source>
      <translation>请输入大于 {lower} 且不超过 {upper} {unit} 的整数。</translation>
    </message>
  </context>
  <context>
    <name>app/speech/units.py</name>
    <message>
      <source>not determined</source>
      <translation>未确定</translation>
    </message>
    <message>
      <source>{metric} ({other})</source>
      <translation>{metric}（{other}）</translation>
    </message>
  </context>
  <context>
    <name>app/speech/words.py</name>
    <message>
      <source>Good</source>
      <translation>良好</translation>
    </message>
    <message>
      <source>Usable</source>
      <translation>可用</translation>
    </message>
    <message>
      <source>Needs care</source>
      <translation>需要关注</translation>
    </message>
    <message>
      <source>centre, x</source>
      <translation>质心 x</translation>
    </message>
    <message>
      <source>centre, y</source>
      <translation>质心 y</translation>
    </message>
    <message>
      <source>centre, z</source>
      <translation>质心 z</translation>
    </message>
    <message>
      <source>Motor angle</source>
      <translation>电机角度</translation>
    </message>
    <message>
      <source>Link angle</source>
      <translation>连杆角度</translation>
    </message>
    <message>
      <source>Current</source>
      <translation>电流</translation>
    </message>
    <message>
      <source>Expected torque</source>
      <translation>预期力矩</translation>
    </message>
    <message>
      <source>External torque</source>
      <translation>外部力矩</translation>
    </message>
    <message>
      <source>Open: trajectories, both encoders at 1 kHz</source>
      <translation>开放：轨迹，两个编码器，1 kHz</translation>
    </message>
    <message>
      <source>Closed: point to point, one encoder at 125 Hz</source>
      <translation>封闭：点到点，一个编码器，125 Hz</translation>
    </message>
    <message>
      <source>Read only: reports, never moves</source>
      <translation>只读：提供数据，从不运动</translation>
    </message>
    <message>
      <source>Motor current</source>
      <translation>电机电流</translation>
    </message>
    <message>
      <source>Joint sensor</source>
      <translation>关节传感器</translation>
    </message>
    <message>
      <source>Computed by a model</source>
      <translation>由模型计算</translation>
    </message>
    <message>
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <source>Radial basis functions</source>
      <translation>径向基函数</translation>
    </message>
    <message>
      <source>Gaussian mixture</source>
      <translation>高斯混合</translation>
    </message>
    <message>
      <source>The twist and its rate</source>
      <translation>扭转及其变化率</translation>
    </message>
    <message>
      <source>Position and speed</source>
      <translation>位置和速度</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>两者</translation>
    </message>
    <message>
      <source>position of the motor</source>
      <translation>电机位置</translation>
    </message>
    <message>
      <source>velocity of the motor</source>
      <translation>电机速度</translation>
    </message>
    <message>
      <source>position of the link</source>
      <translation>连杆位置</translation>
    </message>
    <message>
      <source>torque at the motor shaft</source>
      <translation>电机轴力矩</translation>
    </message>
    <message>
      <source>torque at the joint</source>
      <translation>关节力矩</translation>
    </message>
    <message>
      <source>current computed by the controller</source>
      <translation>控制器计算的电流</translation>
    </message>
    <message>
      <source>torque computed by the controller</source>
      <translation>控制器计算的力矩</translation>
    </message>
    <message>
      <source>Cannot be read</source>
      <translation>无法读取</translation>
    </message>
    <message>
      <source>{count} joints, both encoders and {torque} at {rate} Hz.</source>
      <translation>{count} 个关节，双编码器和{torque}，采样率 {rate} Hz。</translation>
    </message>
    <message>
      <source>{count} joints, one encoder each and {torque} at {rate} Hz. The gears stay unseen.</source>
      <translation>{count} 个关节，各有一个编码器和{torque}，采样率 {rate} Hz。看不到减速器的扭转。</translation>
    </message>
    <message>
      <source>Serial number not known</source>
      <translation>序列号未知</translation>
    </message>
    <message>
      <source>time of recording not known</source>
      <translation>录制时间未知</translation>
    </message>
    <message>
      <source>{facts}.</source>
      <translation>{facts}。</translation>
    </message>
    <message>
      <source>link {number}</source>
      <translation>连杆 {number}</translation>
    </message>
    <message>
      <source>base</source>
      <translation>底座</translation>
    </message>
    <message>
      <source>floor</source>
      <translation>地面</translation>
    </message>
    <message>
      <source>recorded {moment}</source>
      <translation>录制于 {moment}</translation>
    </message>
  </context>
  <context>
    <name>app/visit/joined_clock_words.py</name>
    <message>
      <source>{name}: its clock was shifted by {offset} and stretched by {drift} onto that of the first file, found by the {common} (correlation {correlation}).</source>
      <translation>{name}：其时钟平移 {offset}、伸缩 {drift} 后与第一个文件一致，依据为{common}（相关系数 {correlation}）。</translation>
    </message>
  </context>
  <context>
    <name>app/visit/open_visit.py</name>
    <message>
      <source>Rescuing what is whole</source>
      <translation>正在救援完整的内容</translation>
    </message>
    <message>
      <source>Computing synthetic recordings</source>
      <translation>正在计算合成录制数据</translation>
    </message>
    <message>
      <source>Reading the robot description</source>
      <translation>正在读取机器人描述</translation>
    </message>
    <message>
      <source>Making the visit</source>
      <translation>正在建立现场记录</translation>
    </message>
    <message>
      <source>Opening the visit</source>
      <translation>正在打开现场记录</translation>
    </message>
    <message>
      <source>Importing</source>
      <translation>正在导入</translation>
    </message>
    <message>
      <source>options of the identification</source>
      <translation>辨识选项</translation>
    </message>
    <message>
      <source>The program ended while it recorded. All that was on the disk is in the visit now.</source>
      <translation>程序在录制时结束。磁盘上的全部数据现已在现场记录中。</translation>
    </message>
    <message>
      <source>Rescued: {recordings}.</source>
      <translation>已恢复：{recordings}。</translation>
    </message>
  </context>
  <context>
    <name>app/visit/products.py</name>
    <message>
      <source>Saving the empty arm</source>
      <translation>正在保存空载数据</translation>
    </message>
  </context>
  <context>
    <name>app/visit/settings.py</name>
    <message>
      <source>Light suits bright rooms, dark suits dim ones; high contrast is the easiest to read.</source>
      <translation>浅色适合明亮环境，深色适合昏暗环境；高对比度最易辨认。</translation>
    </message>
    <message>
      <source>Colours</source>
      <translation>颜色</translation>
    </message>
    <message>
      <source>Of all words, numbers and controls, for reading from afar.</source>
      <translation>所有文字、数值和控件的大小，便于远处阅读。</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>大小</translation>
    </message>
    <message>
      <source>Of all pages, reports and messages.</source>
      <translation>用于所有页面、报告和消息。</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>语言</translation>
    </message>
    <message>
      <source>Fields accept other units in any case, such as 5.3 lb or 12 in. Limits stay metric.</source>
      <translation>输入框始终接受其他单位，例如 5.3 lb 或 12 in。限值始终为公制。</translation>
    </message>
    <message>
      <source>Units</source>
      <translation>单位</translation>
    </message>
    <message>
      <source>By itself, a guide goes on as soon as a step is done. Every start of a motion is held by hand as before.</source>
      <translation>自动推进时，一步完成后流程就继续。每次启动运动仍须按住按钮。</translation>
    </message>
    <message>
      <source>Going through the steps</source>
      <translation>步骤的推进方式</translation>
    </message>
    <message>
      <source>Where new visits are kept. Visits that are there already stay where they are.</source>
      <translation>新的现场记录保存在这里。已有的现场记录留在原处。</translation>
    </message>
    <message>
      <source>Folder of visits</source>
      <translation>现场记录文件夹</translation>
    </message>
    <message>
      <source>Appears in reports and in new visits.</source>
      <translation>显示在报告和新建的现场记录中。</translation>
    </message>
  </context>
  <context>
    <name>app/visit/tagging.py</name>
    <message>
      <source>particulars of the visit</source>
      <translation>现场记录的信息</translation>
    </message>
    <message>
      <source>note of the visit</source>
      <translation>现场记录的备注</translation>
    </message>
    <message>
      <source>name of the visit</source>
      <translation>现场记录的名称</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/arm_canvas.py</name>
    <message>
      <source>The detailed picture is being prepared …</source>
      <translation>正在准备精细图像…</translation>
    </message>
    <message>
      <source>Plain picture: the detailed one cannot be drawn.</source>
      <translation>简单图像：无法绘制精细图像。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/arm_painting.py</name>
    <message>
      <source>Room it needs</source>
      <translation>需要的空间</translation>
    </message>
    <message>
      <source>Tool path</source>
      <translation>工具路径</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/arm_view.py</name>
    <message>
      <source>Joint {joint} is twisted most: {value}, {moved} mm at the tool.</source>
      <translation>关节 {joint} 扭转最大：{value}，工具处 {moved} mm。</translation>
    </message>
    <message>
      <source>The arm in its pose</source>
      <translation>机械臂的位姿</translation>
    </message>
    <message>
      <source>No new data. The last pose is shown.</source>
      <translation>没有新数据。显示最后的位姿。</translation>
    </message>
    <message>
      <source>The twist of the joints is not known.</source>
      <translation>关节的扭转未知。</translation>
    </message>
    <message>
      <source>Joint {joint} is twisted most: {value}.</source>
      <translation>关节 {joint} 扭转最大：{value}。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/cursors.py</name>
    <message>
      <source>A to B: Δt {time} s · 1/Δt {frequency} Hz</source>
      <translation>A 到 B：Δt {time} s · 1/Δt {frequency} Hz</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/fields.py</name>
    <message>
      <source>Default: {default}.</source>
      <translation>默认值：{default}。</translation>
    </message>
    <message>
      <source>Empty the field</source>
      <translation>清空输入框</translation>
    </message>
    <message>
      <source>Empty the search</source>
      <translation>清空搜索</translation>
    </message>
    <message>
      <source>Reset {name}</source>
      <translation>重置 {name}</translation>
    </message>
    <message>
      <source>Type {example}.</source>
      <translation>输入 {example}。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/hold_button.py</name>
    <message>
      <source>Hold for one second with the pointer or a finger.</source>
      <translation>用指针或手指按住一秒。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/layouts.py</name>
    <message>
      <source>Fewer options</source>
      <translation>收起选项</translation>
    </message>
    <message>
      <source>More options</source>
      <translation>更多选项</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/legend.py</name>
    <message>
      <source>noise alone</source>
      <translation>仅噪声</translation>
    </message>
    <message>
      <source>Joints {numbers}</source>
      <translation>关节 {numbers}</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/limit_chart.py</name>
    <message>
      <source>Joint {number}: {words}.</source>
      <translation>关节 {number}：{words}。</translation>
    </message>
    <message>
      <source>Every joint against its limits</source>
      <translation>每个关节相对其限值</translation>
    </message>
    <message>
      <source>{share} of limit, over it</source>
      <translation>限值的 {share}，已超限</translation>
    </message>
    <message>
      <source>{share} of limit</source>
      <translation>限值的 {share}</translation>
    </message>
    <message>
      <source>Velocity</source>
      <translation>速度</translation>
    </message>
    <message>
      <source>Nearest to a limit: joint {number} in position, {share}</source>
      <translation>最接近限值：关节 {number} 的位置，{share}</translation>
    </message>
    <message>
      <source>Nearest to a limit: joint {number} in velocity, {share}</source>
      <translation>最接近限值：关节 {number} 的速度，{share}</translation>
    </message>
    <message>
      <source>Nearest to a limit: joint {number} in acceleration, {share}</source>
      <translation>最接近限值：关节 {number} 的加速度，{share}</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/motion_card.py</name>
    <message>
      <source>Nobody is inside the fence, guards are closed, automatic mode is on</source>
      <translation>围栏内无人，防护装置已关闭，已切换到自动模式</translation>
    </message>
    <message>
      <source>The arm is not moved.</source>
      <translation>机械臂不会被移动。</translation>
    </message>
    <message>
      <source>{count} assumptions</source>
      <translation>{count} 项假设</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/motion_player.py</name>
    <message>
      <source>Moment of the motion</source>
      <translation>运动时刻</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/motion_view.py</name>
    <message>
      <source>What the motion sweeps through</source>
      <translation>运动扫过的空间</translation>
    </message>
    <message>
      <source>The arm stands still.</source>
      <translation>机械臂静止。</translation>
    </message>
    <message>
      <source>The motion takes {seconds} s. The arm passes through a room of {x} by {y} by {z} m; its tool goes {length} m.</source>
      <translation>运动用时 {seconds} s。机械臂经过 {x} × {y} × {z} m 的空间；工具行经 {length} m。</translation>
    </message>
    <message>
      <source>Closest: {first} and {second}, {distance} after {time} s.</source>
      <translation>最近处：{first}、{second}，{time} s 后相距 {distance}。</translation>
    </message>
    <message>
      <source>No motion yet.</source>
      <translation>尚无运动。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/mounting_field.py</name>
    <message>
      <source>on a table or the floor</source>
      <translation>在桌面或地面上</translation>
    </message>
    <message>
      <source>on a wall, the base's x downwards</source>
      <translation>在墙上，基座 x 轴朝下</translation>
    </message>
    <message>
      <source>on the ceiling</source>
      <translation>在天花板上</translation>
    </message>
    <message>
      <source>turned by angles …</source>
      <translation>按角度倾斜 …</translation>
    </message>
    <message>
      <source>Mounting</source>
      <translation>安装方式</translation>
    </message>
    <message>
      <source>Roll, pitch, yaw in degrees</source>
      <translation>横滚、俯仰、偏航（度）</translation>
    </message>
    <message>
      <source>turned by {angles}°</source>
      <translation>倾斜 {angles}°</translation>
    </message>
    <message>
      <source>Turns of the base about the room's fixed x, then y, then z, in degrees.</source>
      <translation>基座依次绕房间固定的 x、y、z 轴的转角（度）。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/moving_view.py</name>
    <message>
      <source>{done} of {count}</source>
      <translation>{done} / {count}</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/plot.py</name>
    <message>
      <source>Whole view</source>
      <translation>完整视图</translation>
    </message>
    <message>
      <source>Show all of the curves again (double click)</source>
      <translation>重新显示全部曲线（双击）</translation>
    </message>
    <message>
      <source>Stop measuring</source>
      <translation>停止测量</translation>
    </message>
    <message>
      <source>Measure between two lines</source>
      <translation>在两条线之间测量</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/presentation_view.py</name>
    <message>
      <source>{name}: {value}, {verdict}.</source>
      <translation>{name}：{value}，{verdict}。</translation>
    </message>
    <message>
      <source>{name}: not measured yet.</source>
      <translation>{name}：尚未测量。</translation>
    </message>
    <message>
      <source>Not yet</source>
      <translation>未开始</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/readiness_list.py</name>
    <message>
      <source>Is it ready to start?</source>
      <translation>可以开始了吗？</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/reasons_view.py</name>
    <message>
      <source>No problems were found.</source>
      <translation>未发现不足。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/running_curve.py</name>
    <message>
      <source>Time before now</source>
      <translation>距今时间</translation>
    </message>
    <message>
      <source>No data</source>
      <translation>无数据</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/setting_fields.py</name>
    <message>
      <source>Sets all fields of this form to their defaults.</source>
      <translation>把本表单的所有字段恢复为默认值。</translation>
    </message>
    <message>
      <source>{help} A number alone counts in {unit}.</source>
      <translation>{help}只写数字时，单位为 {unit}。</translation>
    </message>
    <message>
      <source>empty</source>
      <translation>空</translation>
    </message>
    <message>
      <source>This arm has joints 1 to {count}.</source>
      <translation>此机械臂有关节 1 至 {count}。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/stage_view.py</name>
    <message>
      <source>Picture of the stage</source>
      <translation>阶段的图示</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/strip_chart.py</name>
    <message>
      <source>Time before the newest</source>
      <translation>距最新数据的时间</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/view_saving.py</name>
    <message>
      <source>Save this view</source>
      <translation>保存此视图</translation>
    </message>
    <message>
      <source>Save this view as CSV …</source>
      <translation>将此视图存为 CSV …</translation>
    </message>
    <message>
      <source>Save this view as PNG …</source>
      <translation>将此视图存为 PNG …</translation>
    </message>
    <message>
      <source>Save this view as SVG …</source>
      <translation>将此视图存为 SVG …</translation>
    </message>
    <message>
      <source>The view was saved as {file}.</source>
      <translation>视图已保存为 {file}。</translation>
    </message>
  </context>
  <context>
    <name>app/widgets/work_card.py</name>
    <message>
      <source>{share} · about {left} left</source>
      <translation>{share} · 约剩 {left}</translation>
    </message>
  </context>
  <context>
    <name>core/elasticity/load_steps_plan.py</name>
    <message>
      <source>Joints that are loaded, numbered from 1; these are loaded in any case.</source>
      <translation>要加载的关节，从 1 编号；这些关节无论如何都会加载。</translation>
    </message>
    <message>
      <source>all that gravity loads</source>
      <translation>重力能加载的所有关节</translation>
    </message>
    <message>
      <source>Time that a joint takes, about; its range follows from that.</source>
      <translation>每个关节大约所需的时间，其范围由此得出。</translation>
    </message>
    <message>
      <source>Time of each joint</source>
      <translation>每个关节的时长</translation>
    </message>
    <message>
      <source>Centre of the payload's mass, in the flange's directions; it counts as load then.</source>
      <translation>负载的质心，沿法兰方向；随后负载计入载荷。</translation>
    </message>
    <message>
      <source>Centre of its mass x y z</source>
      <translation>质心 x y z</translation>
    </message>
  </context>
  <context>
    <name>core/elasticity/torque_ramp.py</name>
    <message>
      <source>Share of the rated torque to which the gear is wound, both ways.</source>
      <translation>齿轮双向拧紧到的额定力矩份额。</translation>
    </message>
    <message>
      <source>Share of the rated torque</source>
      <translation>额定力矩的份额</translation>
    </message>
    <message>
      <source>Number of times down and up again, once the gear was wound up for the first time.</source>
      <translation>首次拧紧之后，再松开并拧紧的次数。</translation>
    </message>
    <message>
      <source>Rounds</source>
      <translation>轮数</translation>
    </message>
    <message>
      <source>Number of steps from end to end where the gear is stiffest, about.</source>
      <translation>齿轮最硬处从一端到另一端的大致步数。</translation>
    </message>
    <message>
      <source>Angle at the output by which the motor may go to either side; beyond it the output is taken for not locked.</source>
      <translation>电机向两侧可走的角度（输出端）；超出则认为输出端没有锁住。</translation>
    </message>
    <message>
      <source>Motor's range</source>
      <translation>电机的范围</translation>
    </message>
    <message>
      <source>Speed of the steps.</source>
      <translation>各步的速度。</translation>
    </message>
  </context>
  <context>
    <name>core/excitation/settings.py</name>
    <message>
      <source>Kind of the motion, which also says where it starts and ends.</source>
      <translation>运动的类型，也决定其起点和终点。</translation>
    </message>
    <message>
      <source>Number of harmonics of the series.</source>
      <translation>级数的谐波数。</translation>
    </message>
    <message>
      <source>Harmonics</source>
      <translation>谐波数</translation>
    </message>
    <message>
      <source>Length of one period.</source>
      <translation>一个周期的时长。</translation>
    </message>
    <message>
      <source>Period</source>
      <translation>周期</translation>
    </message>
    <message>
      <source>Criterion that the motion is to make as small as possible.</source>
      <translation>运动应使之尽可能小的准则。</translation>
    </message>
    <message>
      <source>What is a good motion</source>
      <translation>运动优劣的标准</translation>
    </message>
    <message>
      <source>Columns for friction beside the inertial ones.</source>
      <translation>惯性列之外的摩擦列。</translation>
    </message>
    <message>
      <source>What it shall show</source>
      <translation>要显出的内容</translation>
    </message>
    <message>
      <source>Method of the search; gradient is the best, the others are for comparison.</source>
      <translation>搜索方法；梯度法最佳，其余用于比较。</translation>
    </message>
    <message>
      <source>Time to plan.</source>
      <translation>规划所用的时间。</translation>
    </message>
    <message>
      <source>Time to plan</source>
      <translation>规划时间</translation>
    </message>
    <message>
      <source>Number that chooses the random starts.</source>
      <translation>决定随机起点的数。</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>随机种子</translation>
    </message>
    <message>
      <source>Limits of the joints; the robot's own allow 120 °/s² where the maker gives no acceleration.</source>
      <translation>关节限值；制造商未给出加速度时，机器人自身的限值允许 120 °/s²。</translation>
    </message>
    <message>
      <source>Limits</source>
      <translation>限值</translation>
    </message>
    <message>
      <source>Share of the limits, seen from the start pose, that is made use of; a real arm errs by the rest.</source>
      <translation>从起始位姿看，所利用的限值占比；其余留给实际机械臂的误差。</translation>
    </message>
    <message>
      <source>Share of limits</source>
      <translation>限值占比</translation>
    </message>
    <message>
      <source>Joints, numbered from 1, that stand still at the start pose.</source>
      <translation>在起始位姿保持静止的关节，从 1 编号。</translation>
    </message>
    <message>
      <source>Locked joints</source>
      <translation>锁定的关节</translation>
    </message>
    <message>
      <source>Height of the floor over the base; none for no floor.</source>
      <translation>地面相对基座的高度；没有地面则为无。</translation>
    </message>
    <message>
      <source>Floor, none if empty</source>
      <translation>地面，留空则无</translation>
    </message>
    <message>
      <source>Boxes to keep out of, each by two opposite corners in the base frame.</source>
      <translation>要避开的长方体，每个由基坐标系中的两个对角点给出。</translation>
    </message>
    <message>
      <source>Boxes: name, two corners in mm</source>
      <translation>长方体：名称、两个角点（mm）</translation>
    </message>
    <message>
      <source>Distance that fast motion keeps to the floor, the boxes and between links.</source>
      <translation>快速运动与地面、障碍物以及连杆之间保持的距离。</translation>
    </message>
    <message>
      <source>Keep off</source>
      <translation>保持距离</translation>
    </message>
  </context>
  <context>
    <name>core/friction/models.py</name>
    <message>
      <source>Coulomb and viscous</source>
      <translation>库仑与粘性</translation>
    </message>
    <message>
      <source>Stribeck</source>
      <translation>Stribeck</translation>
    </message>
    <message>
      <source>Continuous</source>
      <translation>连续</translation>
    </message>
    <message>
      <source>Different in each direction</source>
      <translation>各方向不同</translation>
    </message>
    <message>
      <source>Load dependent, with presliding</source>
      <translation>随载荷变化，含预滑动</translation>
    </message>
    <message>
      <source>Extended by curved load and stirred grease</source>
      <translation>扩展：弯曲的载荷项与受搅动的润滑脂</translation>
    </message>
  </context>
  <context>
    <name>core/friction/sweeps/settings.py</name>
    <message>
      <source>Joints that are swept, numbered from 1.</source>
      <translation>要扫描的关节，从 1 编号。</translation>
    </message>
    <message>
      <source>Number of speeds of each joint, evenly spaced on a logarithmic scale.</source>
      <translation>每个关节的速度数，在对数刻度上均匀分布。</translation>
    </message>
    <message>
      <source>Speeds</source>
      <translation>速度数</translation>
    </message>
    <message>
      <source>Number of poses of the other joints, with different gravity loads.</source>
      <translation>其他关节的位姿数，各有不同的重力载荷。</translation>
    </message>
    <message>
      <source>Poses</source>
      <translation>位姿数</translation>
    </message>
  </context>
  <context>
    <name>core/identification/gains/result.py</name>
    <message>
      <source>Weighed mass of the payload.</source>
      <translation>负载称得的质量。</translation>
    </message>
    <message>
      <source>Mass that was weighed</source>
      <translation>称得的质量</translation>
    </message>
    <message>
      <source>what the loaded runs say</source>
      <translation>以有负载的运行为准</translation>
    </message>
  </context>
  <context>
    <name>core/identification/settings.py</name>
    <message>
      <source>Model of the joints' friction.</source>
      <translation>关节摩擦的模型。</translation>
    </message>
    <message>
      <source>Friction model</source>
      <translation>摩擦模型</translation>
    </message>
    <message>
      <source>Cut-off frequency of the zero-phase low-pass.</source>
      <translation>零相位低通滤波器的截止频率。</translation>
    </message>
    <message>
      <source>Low-pass filter</source>
      <translation>低通滤波器</translation>
    </message>
    <message>
      <source>Estimator, which says how the equations are weighted.</source>
      <translation>估计器，决定方程如何加权。</translation>
    </message>
    <message>
      <source>Estimator</source>
      <translation>估计器</translation>
    </message>
    <message>
      <source>Drive gains in N·m/A, one for each joint.</source>
      <translation>驱动增益，单位 N·m/A，每个关节一个。</translation>
    </message>
    <message>
      <source>Drive gains in N·m/A, one per joint</source>
      <translation>驱动增益，单位 N·m/A，每个关节一个</translation>
    </message>
    <message>
      <source>from the robot description</source>
      <translation>取自机器人描述</translation>
    </message>
    <message>
      <source>Fit only samples in which their joint is faster than 0.5 °/s.</source>
      <translation>只拟合关节速度超过 0.5 °/s 的样本。</translation>
    </message>
    <message>
      <source>Joints at rest</source>
      <translation>静止的关节</translation>
    </message>
    <message>
      <source>depends on the friction model</source>
      <translation>取决于摩擦模型</translation>
    </message>
    <message>
      <source>Fit the rotor inertia of each motor as a column of its own; without it, it is left to the links.</source>
      <translation>将每个电机的转子惯量作为单独一列拟合；不选则归入连杆。</translation>
    </message>
    <message>
      <source>Learner of the torque that the model leaves, for joints where leaving runs out proves it.</source>
      <translation>学习模型剩余力矩的学习器，仅用于留出运行后证明有效的关节。</translation>
    </message>
    <message>
      <source>Learner for what is left</source>
      <translation>剩余部分的学习器</translation>
    </message>
    <message>
      <source>Signals that the learner uses: the twist, position and speed, or both.</source>
      <translation>学习器所用的信号：扭转、位置和速度，或两者。</translation>
    </message>
    <message>
      <source>It learns from</source>
      <translation>学习依据</translation>
    </message>
    <message>
      <source>Also find the nearest masses and inertias that real bodies can have.</source>
      <translation>同时求出真实物体可能具有的最接近的质量和惯量。</translation>
    </message>
  </context>
  <context>
    <name>core/payload/plan.py</name>
    <message>
      <source>Robot time that is spent: at most 90 s (quick) or 6 min (thorough).</source>
      <translation>所用的机器人时间：快速最多 90 秒，细致最多 6 分钟。</translation>
    </message>
    <message>
      <source>Speed of the swept joints.</source>
      <translation>扫描关节的速度。</translation>
    </message>
    <message>
      <source>what the time allows</source>
      <translation>由时间决定</translation>
    </message>
    <message>
      <source>Angle that each sweep covers.</source>
      <translation>每次扫描覆盖的角度。</translation>
    </message>
    <message>
      <source>Length of the tool that is kept clear, roughly.</source>
      <translation>须避让的工具长度，粗略即可。</translation>
    </message>
    <message>
      <source>Tool reaches, about</source>
      <translation>工具长度，约</translation>
    </message>
  </context>
  <context>
    <name>core/payload/settings.py</name>
    <message>
      <source>Centre of the mass of the load that was weighed, in the flange's directions.</source>
      <translation>已称重负载的质心，沿法兰方向。</translation>
    </message>
  </context>
  <context>
    <name>core/stiffness/settings.py</name>
    <message>
      <source>Tool point in the flange frame: the point that is loaded and whose shift counts.</source>
      <translation>法兰坐标系中的工具点：受载且位移计入的点。</translation>
    </message>
    <message>
      <source>Tool point, x y z from the flange</source>
      <translation>工具点，相对法兰 x y z</translation>
    </message>
    <message>
      <source>the flange's origin</source>
      <translation>法兰原点</translation>
    </message>
    <message>
      <source>Shift that counts as much as a turn of the tool by 1 rad; with 0 shifts alone count.</source>
      <translation>与工具转动 1 rad 等效的位移；为 0 时只计位移。</translation>
    </message>
    <message>
      <source>A turn of 1 rad counts as</source>
      <translation>1 rad 转角折合</translation>
    </message>
    <message>
      <source>Joints, numbered from 1, that keep the stiffness of their own spring.</source>
      <translation>保持自身弹簧刚度的关节，从 1 编号。</translation>
    </message>
    <message>
      <source>Joints that keep their own spring</source>
      <translation>保留自身弹簧的关节</translation>
    </message>
  </context>
  <context>
    <name>core/storage/tag.py</name>
    <message>
      <source>The visit is found by this name.</source>
      <translation>可按此名称找到该现场记录。</translation>
    </message>
    <message>
      <source>Robot, serial number and date</source>
      <translation>机器人、序列号和日期</translation>
    </message>
    <message>
      <source>Where the arm works.</source>
      <translation>机械臂工作的地方。</translation>
    </message>
    <message>
      <source>Customer or cell</source>
      <translation>客户或工作站</translation>
    </message>
    <message>
      <source>Serial number of the arm. It is read from the controller; enter it where the recordings are files.</source>
      <translation>机械臂的序列号。从控制器读取；录制数据来自文件时请填写。</translation>
    </message>
    <message>
      <source>As the controller reports it</source>
      <translation>以控制器所报为准</translation>
    </message>
    <message>
      <source>Whatever the next person should know.</source>
      <translation>下一位人员应知道的内容。</translation>
    </message>
  </context>
  <context>
    <name>devices/families.py</name>
    <message>
      <source>Serial arm</source>
      <translation>串口机械臂</translation>
    </message>
    <message>
      <source>Universal Robots</source>
      <translation>Universal Robots</translation>
    </message>
    <message>
      <source>Elite CS</source>
      <translation>艾利特 CS</translation>
    </message>
    <message>
      <source>Elite EC</source>
      <translation>艾利特 EC</translation>
    </message>
    <message>
      <source>Franka</source>
      <translation>Franka</translation>
    </message>
    <message>
      <source>CiA 402 drives</source>
      <translation>CiA 402 驱动器</translation>
    </message>
    <message>
      <source>moteus drives</source>
      <translation>moteus 驱动器</translation>
    </message>
    <message>
      <source>Virtual robot</source>
      <translation>虚拟机器人</translation>
    </message>
    <message>
      <source>Emulated controller</source>
      <translation>模拟控制器</translation>
    </message>
    <message>
      <source>Replay of a visit</source>
      <translation>回放现场记录</translation>
    </message>
  </context>
  <context>
    <name>resources/words/arm.toml</name>
    <message>
      <source>The emergency stop is pressed.</source>
      <translation>急停已按下。</translation>
    </message>
    <message>
      <source>The arm stands with its brakes closed. What was recorded is kept.</source>
      <translation>机械臂静止，制动器已闭合。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Remove the cause, release the emergency stop, clear the fault, and check the arm again.</source>
      <translation>排除原因，释放急停，清除故障，并重新检查机械臂。</translation>
    </message>
    <message>
      <source>The controller has stopped the arm for protection.</source>
      <translation>控制器已保护性停止机械臂。</translation>
    </message>
    <message>
      <source>It ran into something or was loaded too much. What was recorded is kept.</source>
      <translation>它撞到物体或负载过大。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Look for the cause at the arm, clear the fault at the controller, and check the arm again.</source>
      <translation>在机械臂上查找原因，在控制器上清除故障，并重新检查机械臂。</translation>
    </message>
    <message>
      <source>The controller takes no motion from outside.</source>
      <translation>控制器不接受外部运动指令。</translation>
    </message>
    <message>
      <source>Nothing has moved.</source>
      <translation>没有任何部件运动。</translation>
    </message>
    <message>
      <source>Switch it to remote or automatic mode.</source>
      <translation>将其切换到远程或自动模式。</translation>
    </message>
    <message>
      <source>The brakes did not open within {waited_s} s.</source>
      <translation>制动器未在 {waited_s} s 内打开。</translation>
    </message>
    <message>
      <source>Switch the drives on at the controller.</source>
      <translation>在控制器上开启驱动器。</translation>
    </message>
    <message>
      <source>The controller still holds a fault ({fault}).</source>
      <translation>控制器仍有故障（{fault}）。</translation>
    </message>
    <message>
      <source>Remove its cause and clear the fault.</source>
      <translation>排除其原因并清除故障。</translation>
    </message>
    <message>
      <source>The arm is still moving.</source>
      <translation>机械臂仍在运动。</translation>
    </message>
    <message>
      <source>Nothing new was begun.</source>
      <translation>未开始任何新操作。</translation>
    </message>
    <message>
      <source>Wait until it stands.</source>
      <translation>等待其静止。</translation>
    </message>
    <message>
      <source>The controller heard nothing from this computer for too long.</source>
      <translation>控制器过长时间未收到本计算机的信号。</translation>
    </message>
    <message>
      <source>It stopped the arm by itself, as it should. What was recorded is kept.</source>
      <translation>它按设计自行停止了机械臂。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Close programs that slow this computer down, then check the arm again.</source>
      <translation>关闭拖慢本计算机的程序，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>{joint:Joint} did not follow its path.</source>
      <translation>{joint:Joint} 未跟随其路径。</translation>
    </message>
    <message>
      <source>Something blocks or overloads it. The arm was stopped; what was recorded is kept.</source>
      <translation>有物体阻挡或使其过载。机械臂已停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Look at the arm and its load before it moves again.</source>
      <translation>机械臂再次运动前，检查机械臂及其负载。</translation>
    </message>
    <message>
      <source>{joint:Joint} needed too much torque ({value:apart limit} N·m; {limit:apart value} N·m are possible).</source>
      <translation>{joint:Joint} 所需力矩过大（{value:apart limit} N·m；最大可用 {limit:apart value} N·m）。</translation>
    </message>
    <message>
      <source>{joint:Joint} passed the end of its travel.</source>
      <translation>{joint:Joint} 超出行程末端。</translation>
    </message>
    <message>
      <source>The arm was stopped; what was recorded is kept.</source>
      <translation>机械臂已停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Move it back at the controller, then check the arm again.</source>
      <translation>在控制器上将其移回，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>The controller says that the motion failed.</source>
      <translation>控制器报告运动失败。</translation>
    </message>
    <message>
      <source>The arm stands. What was recorded is kept.</source>
      <translation>机械臂静止。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Look at the controller's own messages.</source>
      <translation>查看控制器自身的消息。</translation>
    </message>
    <message>
      <source>The motion ended early ({outcome}), without a stop from this computer.</source>
      <translation>运动提前结束（{outcome}），本计算机没有发出停止命令。</translation>
    </message>
    <message>
      <source>It was stopped at the controller. What was recorded is kept.</source>
      <translation>它在控制器上被停止。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Find out who, then check the arm again.</source>
      <translation>查明是谁，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>{uri} can only be read; it takes no motion.</source>
      <translation>{uri} 只能读取，不接受运动。</translation>
    </message>
    <message>
      <source>Move the arm at its own controller.</source>
      <translation>在机械臂自身的控制器上移动它。</translation>
    </message>
    <message>
      <source>The replay has come to its end after {seconds} s.</source>
      <translation>回放在 {seconds} s 后已结束。</translation>
    </message>
    <message>
      <source>There is nothing more to play; what came so far is kept.</source>
      <translation>没有更多可回放的内容；此前收到的数据保留。</translation>
    </message>
    <message>
      <source>Connect again to play it once more.</source>
      <translation>重新连接以再次回放。</translation>
    </message>
    <message>
      <source>Joint {joint} passed the end of its travel ({value:apart limit} {unit}; it ends at {limit:apart value} {unit}).</source>
      <translation>关节 {joint} 超出行程末端（{value:apart limit} {unit}；末端为 {limit:apart value} {unit}）。</translation>
    </message>
    <message>
      <source>A stop was sent to the arm; what was recorded is kept.</source>
      <translation>已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Joint {joint} left its path by {distance} {unit}; {limit} {unit} are allowed.</source>
      <translation>关节 {joint} 偏离路径 {distance} {unit}；允许 {limit} {unit}。</translation>
    </message>
    <message>
      <source>Something blocks it, or the controller does something else. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>有物体阻挡，或控制器在执行其他动作。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Joint {joint} took {torque:apart limit} N·m; it is rated for {limit:apart torque} N·m.</source>
      <translation>关节 {joint} 用了 {torque:apart limit} N·m；额定值为 {limit:apart torque} N·m。</translation>
    </message>
    <message>
      <source>Something blocks or overloads it. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>有物体阻挡或使其过载。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>While joint {jogged} was jogged, joint {joint} moved by {moved} {unit}.</source>
      <translation>点动关节 {jogged} 时，关节 {joint} 移动了 {moved} {unit}。</translation>
    </message>
    <message>
      <source>The joints are not coupled as described, or a brake slips. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>关节的耦合与描述不符，或制动器打滑。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Compare the order of the joints and the coupling in the description with the arm.</source>
      <translation>将描述中的关节顺序和耦合与机械臂进行对照。</translation>
    </message>
    <message>
      <source>Motor and link encoder of joint {joint} part by {difference} {unit} in a small jog.</source>
      <translation>小幅点动时，关节 {joint} 的电机侧与连杆侧编码器相差 {difference} {unit}。</translation>
    </message>
    <message>
      <source>A sign, a gear ratio or an offset is wrong. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>符号、减速比或零偏有误。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Look at what the check says of this joint, and correct the description or the controller.</source>
      <translation>查看检查对该关节的说明，并更正描述或控制器。</translation>
    </message>
    <message>
      <source>Joint {joint} needed {rise} N·m more than standing for a small jog.</source>
      <translation>关节 {joint} 小幅点动所需力矩比静止时多 {rise} N·m。</translation>
    </message>
    <message>
      <source>Something holds it: a brake, an obstacle. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>有东西卡住它：制动器或障碍物。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Free the arm, then check it again.</source>
      <translation>使机械臂脱离阻碍，然后重新检查。</translation>
    </message>
    <message>
      <source>Joint {joint} has no position any more.</source>
      <translation>关节 {joint} 不再有位置数据。</translation>
    </message>
    <message>
      <source>The joint is not supervised any more. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>该关节不再受监控。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check its encoder and cable, then check the arm again.</source>
      <translation>检查其编码器和电缆，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>No samples came for {seconds} s while the arm moved.</source>
      <translation>机械臂运动时，{seconds} s 内未收到采样。</translation>
    </message>
    <message>
      <source>Its motion was not supervised. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>其运动未受监控。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check the cable; close programs that slow this computer down.</source>
      <translation>检查电缆；关闭拖慢本计算机的程序。</translation>
    </message>
    <message>
      <source>{joint:Joint} needed too much torque.</source>
      <translation>{joint:Joint} 所需力矩过大。</translation>
    </message>
    <message>
      <source>The controller stopped the arm; what was recorded is kept.</source>
      <translation>控制器已停止机械臂；已录制的数据保留。</translation>
    </message>
    <message>
      <source>The controller reports no serial number.</source>
      <translation>控制器没有报告序列号。</translation>
    </message>
    <message>
      <source>Without one it cannot be confirmed which arm is meant. Nothing has moved.</source>
      <translation>没有序列号，就无法确认所指的是哪台机械臂。没有任何运动。</translation>
    </message>
    <message>
      <source>Give the controller a serial number in its firmware, then connect again.</source>
      <translation>请在控制器固件中写入序列号，然后重新连接。</translation>
    </message>
    <message>
      <source>The controller now reports another description of itself than when it was connected ({serial}).</source>
      <translation>控制器现在对自身的描述与连接时不同（{serial}）。</translation>
    </message>
    <message>
      <source>It was switched off or exchanged meanwhile. Nothing has moved.</source>
      <translation>它在此期间被断电或更换过。没有任何运动。</translation>
    </message>
    <message>
      <source>Connect again and look at what it reports now.</source>
      <translation>请重新连接，并查看它现在报告的内容。</translation>
    </message>
    <message>
      <source>The controller sends {rate} samples a second; it announced {announced}.</source>
      <translation>控制器每秒发送 {rate} 个采样；它声明的是 {announced}。</translation>
    </message>
    <message>
      <source>So many samples would fill memory and disk. The connection was closed. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>这么多采样会占满内存和磁盘。连接已关闭。已命令机械臂停止；已记录的内容保留。</translation>
    </message>
    <message>
      <source>Correct the sample rate in the controller's firmware.</source>
      <translation>请更正控制器固件中的采样率。</translation>
    </message>
    <message>
      <source>The recording has {holes} holes and was ended.</source>
      <translation>这次记录有 {holes} 处缺失，已结束。</translation>
    </message>
    <message>
      <source>So many holes spoil what is measured. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>缺口如此之多会破坏测量结果。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>The arm moved, or the controller counted a motion, though nothing was asked of it.</source>
      <translation>没有任何指令，机械臂却动了，或者控制器计入了一次运动。</translation>
    </message>
    <message>
      <source>Something else commands this arm. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>有别的东西在指挥这台机械臂。已命令机械臂停止；已记录的内容保留。</translation>
    </message>
    <message>
      <source>Press the emergency stop at the arm if it moves on, and find out what commands it.</source>
      <translation>如果它继续运动，请按下机械臂处的急停按钮，并查明是什么在指挥它。</translation>
    </message>
    <message>
      <source>The arm still moves after a stop (joint {joint}, {distance} {unit}).</source>
      <translation>机械臂收到停止命令后仍在运动（关节 {joint}，{distance} {unit}）。</translation>
    </message>
    <message>
      <source>The controller reported a standstill. The fastest stop was sent at once.</source>
      <translation>控制器报告已静止。已立即发出最快的停止命令。</translation>
    </message>
    <message>
      <source>Press the emergency stop at the arm now.</source>
      <translation>请立即按下机械臂处的急停按钮。</translation>
    </message>
    <message>
      <source>The motion has not ended after {seconds} s; {planned} s were planned.</source>
      <translation>运动在 {seconds} s 后仍未结束；计划为 {planned} s。</translation>
    </message>
    <message>
      <source>The controller reports that it still moves. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>控制器报告它仍在运动。已命令机械臂停止；已记录的内容保留。</translation>
    </message>
    <message>
      <source>Look at the controller's own messages and at its speed setting.</source>
      <translation>请查看控制器自身的消息及其速度设置。</translation>
    </message>
    <message>
      <source>The controller reports that the motion has finished, but joint {joint} was not seen to follow it.</source>
      <translation>控制器报告运动已完成，但没有看到关节 {joint} 跟随该运动。</translation>
    </message>
    <message>
      <source>The arm does not do what the controller reports. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>机械臂的动作与控制器的报告不符。已命令机械臂停止；已记录的内容保留。</translation>
    </message>
    <message>
      <source>Look at the arm, and at the encoders and the firmware of its controller.</source>
      <translation>请检查机械臂，以及其控制器的编码器和固件。</translation>
    </message>
    <message>
      <source>The controller reports “{said}”.</source>
      <translation>控制器报告“{said}”。</translation>
    </message>
    <message>
      <source>This is no message of the open protocol, so its meaning is unknown.</source>
      <translation>这不是开放协议中的消息，因此含义未知。</translation>
    </message>
    <message>
      <source>Look the message up in the controller's manual.</source>
      <translation>请在控制器手册中查找这条消息。</translation>
    </message>
    <message>
      <source>The connection to the robot failed.</source>
      <translation>与机器人的连接失败。</translation>
    </message>
    <message>
      <source>Check the cable.</source>
      <translation>检查电缆。</translation>
    </message>
    <message>
      <source>The robot said something that cannot be understood.</source>
      <translation>机器人返回的内容无法理解。</translation>
    </message>
    <message>
      <source>This is a fault in Torsion or in the controller; the log file has the details.</source>
      <translation>这是 Torsion 或控制器的故障；详情见日志文件。</translation>
    </message>
    <message>
      <source>The robot is in no state for this.</source>
      <translation>机器人当前状态不允许此操作。</translation>
    </message>
    <message>
      <source>Look at its controller's messages.</source>
      <translation>查看其控制器的消息。</translation>
    </message>
    <message>
      <source>The motion was refused.</source>
      <translation>运动被拒绝。</translation>
    </message>
    <message>
      <source>Change it and prepare it again.</source>
      <translation>更改后重新准备。</translation>
    </message>
    <message>
      <source>What arrives cannot be trusted.</source>
      <translation>收到的数据不可信。</translation>
    </message>
    <message>
      <source>Check cable and sensors.</source>
      <translation>检查电缆和传感器。</translation>
    </message>
    <message>
      <source>The arm is not what its description says.</source>
      <translation>机械臂与其描述不符。</translation>
    </message>
    <message>
      <source>Check robot and controller.</source>
      <translation>检查机器人和控制器。</translation>
    </message>
    <message>
      <source>Something went wrong with the robot.</source>
      <translation>机器人出现问题。</translation>
    </message>
    <message>
      <source>Check the controller.</source>
      <translation>检查控制器。</translation>
    </message>
    <message>
      <source>No robot is connected.</source>
      <translation>未连接机器人。</translation>
    </message>
    <message>
      <source>The controller answers: {model:|its type is not told}.</source>
      <translation>控制器应答：{model:|未报告型号}。</translation>
    </message>
    <message>
      <source>The controller reports no serial number, so the arm does not move. Give it one in its firmware.</source>
      <translation>控制器没有报告序列号，因此机械臂不会运动。请在其固件中写入序列号。</translation>
    </message>
    <message>
      <source>It is the arm of this description (serial number {serial:|not told}).</source>
      <translation>这是该描述的机械臂（序列号 {serial:|未报告}）。</translation>
    </message>
    <message>
      <source>The controller belongs to a {found}, not to a {expected}. Choose the right robot.</source>
      <translation>控制器属于 {found}，而不是 {expected}。选择正确的机器人。</translation>
    </message>
    <message>
      <source>The controller has {found} joints, the description {expected}. Choose the right robot.</source>
      <translation>控制器有 {found} 个关节，描述中有 {expected} 个。选择正确的机器人。</translation>
    </message>
    <message>
      <source>This is the arm {found}; the visit is to {expected}. Connect to the right arm or begin a new visit.</source>
      <translation>这是机械臂 {found}；现场记录属于 {expected}。连接正确的机械臂，或新建现场记录。</translation>
    </message>
    <message>
      <source>The controller names its joints {found}, the description {expected}. Their order must be the same.</source>
      <translation>控制器的关节名称为 {found}，描述中为 {expected}。顺序必须一致。</translation>
    </message>
    <message>
      <source>The ranges of the joints {joints} differ between controller and description, most at joint {joint}: {told} {unit} in the controller, {described} {unit} in the description. The narrower range counts.</source>
      <translation>关节 {joints} 的行程范围在控制器与描述中不同，关节 {joint} 相差最大：控制器中为 {told} {unit}，描述中为 {described} {unit}。以较窄的范围为准。</translation>
    </message>
    <message>
      <source>The gear ratios of the joints {joints} differ between controller and description, most at joint {joint}: {told} in the controller, {described} in the description. Correct the one that is wrong.</source>
      <translation>关节 {joints} 的减速比在控制器与描述中不同，关节 {joint} 相差最大：控制器中为 {told}，描述中为 {described}。改正错误的一个。</translation>
    </message>
    <message>
      <source>The reported speed is {ratio} times what the position shows: degrees and radians are mixed up. Correct the unit.</source>
      <translation>报告的速度是位置所示的 {ratio} 倍：度和弧度混淆。改正单位。</translation>
    </message>
    <message>
      <source>The reported speed is {ratio} times what the position shows. Check the channel table.</source>
      <translation>报告的速度是位置所示的 {ratio} 倍。检查通道表。</translation>
    </message>
    <message>
      <source>The controller holds a fault ({fault}). Remove its cause and clear it.</source>
      <translation>控制器有故障（{fault}）。排除原因并清除故障。</translation>
    </message>
    <message>
      <source>This controller takes no motion from us; it can be recorded.</source>
      <translation>此控制器不接受本程序的运动；可以录制。</translation>
    </message>
    <message>
      <source>The controller takes no motion from outside. Switch it to remote or automatic mode.</source>
      <translation>控制器不接受外部运动。切换到远程或自动模式。</translation>
    </message>
    <message>
      <source>The controller takes motions.</source>
      <translation>控制器接受运动。</translation>
    </message>
    <message>
      <source>The controller assumes {mass} kg on the flange.</source>
      <translation>控制器设定法兰上有 {mass} kg。</translation>
    </message>
    <message>
      <source>If this computer fails, the arm finishes its move: at most {seconds} s at {speed} mm/s.</source>
      <translation>若本计算机失效，机械臂会走完当前运动：最多 {seconds} s，速度 {speed} mm/s。</translation>
    </message>
    <message>
      <source>No samples come. Check the connection.</source>
      <translation>没有采样传来。检查连接。</translation>
    </message>
    <message>
      <source>{rate} samples a second come instead of {promised}. Close programs that slow this computer down.</source>
      <translation>每秒传来 {rate} 个采样，而不是 {promised} 个。关闭拖慢本计算机的程序。</translation>
    </message>
    <message>
      <source>{missed:%} of the samples and {damaged:%} of the messages are lost. Check the cable.</source>
      <translation>丢失 {missed:%} 的采样和 {damaged:%} 的报文。检查电缆。</translation>
    </message>
    <message>
      <source>{missed} samples and {damaged} messages were lost since connecting.</source>
      <translation>连接以来丢失 {missed} 个采样和 {damaged} 条报文。</translation>
    </message>
    <message>
      <source>All samples come, {rate} a second.</source>
      <translation>采样完整，每秒 {rate} 个。</translation>
    </message>
    <message>
      <source>This controller shows one encoder per joint; gears cannot be compared.</source>
      <translation>此控制器每个关节只提供一个编码器；无法比较减速器两侧。</translation>
    </message>
    <message>
      <source>The controller announces {quantities:words}, and sends 0 at every joint although the joints are elsewhere. Unless that changes in the first motion it counts as not delivered; no twist is computed.</source>
      <translation>控制器声明提供 {quantities:words}，但每个关节都发送 0，而关节并不在零位。若首次运动中仍无变化，则视为未提供；不计算扭转。</translation>
    </message>
    <message>
      <source>The encoders were compared since power-on.</source>
      <translation>上电后已比较编码器。</translation>
    </message>
    <message>
      <source>The encoders were not compared since power-on. Run the check first.</source>
      <translation>上电后尚未比较编码器。先运行检查。</translation>
    </message>
    <message>
      <source>The disk has {free} GB left, too little to record. Make room.</source>
      <translation>磁盘剩余 {free} GB，不足以录制。腾出空间。</translation>
    </message>
    <message>
      <source>The disk has {free} GB left, enough for a short recording.</source>
      <translation>磁盘剩余 {free} GB，够短时间录制。</translation>
    </message>
    <message>
      <source>The disk has {free} GB left.</source>
      <translation>磁盘剩余 {free} GB。</translation>
    </message>
    <message>
      <source>Confirmed: nobody is inside the fence, guards closed, automatic mode.</source>
      <translation>已确认：围栏内无人，防护装置已关闭，自动模式。</translation>
    </message>
    <message>
      <source>The arm will reach {speed} mm/s. Confirm that nobody is inside the fence, the guards are closed and the robot is in automatic mode.</source>
      <translation>机械臂将达到 {speed} mm/s。确认围栏内无人、防护装置已关闭、机器人处于自动模式。</translation>
    </message>
    <message>
      <source>The robot reports no torque: the faster stage ran without a prediction.</source>
      <translation>机器人不提供力矩：较快阶段在没有预计的情况下运行。</translation>
    </message>
    <message>
      <source>The motion is the plan {plan} of the visit.</source>
      <translation>该运动是现场记录中的规划 {plan}。</translation>
    </message>
    <message>
      <source>Recorded to verify the model: {motion}.</source>
      <translation>为验证模型而录制：{motion}。</translation>
    </message>
    <message>
      <source>Stage {stage} was expected to take {share:%} of the rated torque of {joint:joint}.</source>
      <translation>阶段 {stage} 预计用到 {joint:joint} 额定力矩的 {share:%}。</translation>
    </message>
    <message>
      <source>{joint:Joint} was left out: gravity does not load it enough ({obstacle:words}).</source>
      <translation>{joint:Joint} 已剔除：重力对其加载不足（{obstacle:words}）。</translation>
    </message>
    <message>
      <source>Place {place}: the tool was {before:mm} mm off, now it is {after:mm} mm.</source>
      <translation>点位 {place}：工具先前偏差 {before:mm} mm，现为 {after:mm} mm。</translation>
    </message>
    <message>
      <source>The controller's clock was set by {seconds} s; the time of the samples goes on evenly.</source>
      <translation>控制器的时钟被设置了 {seconds} s；采样的时间均匀延续。</translation>
    </message>
    <message>
      <source>The joints of a row were measured within {within_s} s of one another.</source>
      <translation>一行中各关节的测量时刻相差不超过 {within_s} s。</translation>
    </message>
    <message>
      <source>Program starts</source>
      <translation>程序开始</translation>
    </message>
    <message>
      <source>Program ends</source>
      <translation>程序结束</translation>
    </message>
    <message>
      <source>Line {line}</source>
      <translation>第 {line} 行</translation>
    </message>
    <message>
      <source>Speed set to {share:%}</source>
      <translation>速度设为 {share:%}</translation>
    </message>
    <message>
      <source>Remote control is on</source>
      <translation>远程控制已开启</translation>
    </message>
    <message>
      <source>Remote control is off</source>
      <translation>远程控制已关闭</translation>
    </message>
    <message>
      <source>Payload set: {mass} kg</source>
      <translation>已设置负载：{mass} kg</translation>
    </message>
    <message>
      <source>The stop is over</source>
      <translation>停止状态已解除</translation>
    </message>
    <message>
      <source>This was so: {when}</source>
      <translation>当时成立：{when}</translation>
    </message>
    <message>
      <source>Note: {text}</source>
      <translation>备注：{text}</translation>
    </message>
    <message>
      <source>This computer could not keep up for a moment; samples are missing.</source>
      <translation>本计算机一时处理不及；有采样丢失。</translation>
    </message>
    <message>
      <source>SYNTHETIC: computed recordings, not measured ones</source>
      <translation>合成：录制数据为计算所得，并非实测</translation>
    </message>
    <message>
      <source>VIRTUAL: a simulated robot, no real arm</source>
      <translation>虚拟：仿真机器人，并非真实机械臂</translation>
    </message>
    <message>
      <source>REPLAY: an earlier recording played back, no real arm</source>
      <translation>回放：播放先前的录制数据，并非真实机械臂</translation>
    </message>
    <message>
      <source>EMULATED: the device calls itself virtual; it is handled as a real arm</source>
      <translation>仿真控制器：设备自称为虚拟；按真实机械臂处理</translation>
    </message>
  </context>
  <context>
    <name>resources/words/cia402.toml</name>
    <message>
      <source>The table of the drives {file} cannot be read ({reason}).</source>
      <translation>无法读取驱动器表 {file}（{reason}）。</translation>
    </message>
    <message>
      <source>No connection was made.</source>
      <translation>未建立连接。</translation>
    </message>
    <message>
      <source>Name a file that exists behind map=. The help page CiA 402 drives shows one to begin with.</source>
      <translation>在 map= 之后写一个存在的文件。帮助页“CiA 402 驱动器”给出了可以参照的表。</translation>
    </message>
    <message>
      <source>The table of the drives is not right at {entry}: {reason}.</source>
      <translation>驱动器表在 {entry} 处有误：{reason}。</translation>
    </message>
    <message>
      <source>A wrong entry would be a wrong angle or torque. No connection was made.</source>
      <translation>错误的条目会导致错误的角度或力矩。未建立连接。</translation>
    </message>
    <message>
      <source>Correct it in {file}. The help page CiA 402 drives explains each entry.</source>
      <translation>请在 {file} 中更正。帮助页“CiA 402 驱动器”解释了每个条目。</translation>
    </message>
    <message>
      <source>The packages for CAN buses are not installed.</source>
      <translation>未安装 CAN 总线软件包。</translation>
    </message>
    <message>
      <source>Install them where Torsion is installed: python -m pip install canopen python-can.</source>
      <translation>请在安装 Torsion 的环境中安装：python -m pip install canopen python-can。</translation>
    </message>
    <message>
      <source>The interface {interface} could not be opened ({reason}).</source>
      <translation>无法打开接口 {interface}（{reason}）。</translation>
    </message>
    <message>
      <source>Check the name, that the adapter is plugged in, that its driver runs, and that no other program holds it. Interfaces are named as python-can names them, such as slcan:/dev/ttyACM0 or socketcan:can0.</source>
      <translation>请检查名称、适配器是否插好、其驱动是否运行，以及是否被其他程序占用。接口按 python-can 的写法命名，例如 slcan:/dev/ttyACM0 或 socketcan:can0。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} does not answer.</source>
      <translation>节点号为 {node} 的驱动器没有应答。</translation>
    </message>
    <message>
      <source>Nothing is recorded of one joint alone. A motion is ended, and a stop is sent to the other drives.</source>
      <translation>不会只缺一个关节地记录。运动被结束，并向其他驱动器发送停止。</translation>
    </message>
    <message>
      <source>Check its power, cable, bit rate, node number and the resistors at both ends of the bus, then connect again.</source>
      <translation>请检查其电源、电缆、波特率、节点号和总线两端的电阻，然后重新连接。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} refuses its object {object} ({reason}).</source>
      <translation>节点号为 {node} 的驱动器拒绝对象 {object}（{reason}）。</translation>
    </message>
    <message>
      <source>It has no such object, or of another kind, or not in its present state.</source>
      <translation>它没有该对象，或类型不同，或当前状态不允许。</translation>
    </message>
    <message>
      <source>Compare the table of the drives with the drive's manual.</source>
      <translation>请将驱动器表与驱动器手册对照。</translation>
    </message>
    <message>
      <source>The EDS file of the drive with the node number {node} does not have the object {object}.</source>
      <translation>节点号为 {node} 的驱动器的 EDS 文件中没有对象 {object}。</translation>
    </message>
    <message>
      <source>Correct the table of the drives, or name the right EDS file in it.</source>
      <translation>请更正驱动器表，或在表中写明正确的 EDS 文件。</translation>
    </message>
    <message>
      <source>{controller} is only read.</source>
      <translation>{controller} 只被读取。</translation>
    </message>
    <message>
      <source>To let Torsion move this arm, write motion=allowed behind its name, joined with &amp;.</source>
      <translation>若要让 Torsion 运动该机械臂，请在其名称后用 &amp; 连接写上 motion=allowed。</translation>
    </message>
    <message>
      <source>The drive of {joint:joint} does not know its zero: it was not homed since it was switched on.</source>
      <translation>{joint:joint} 的驱动器不知道零位：上电后尚未回零。</translation>
    </message>
    <message>
      <source>A motion would begin at a wrong angle. Nothing has moved.</source>
      <translation>运动会从错误的角度开始。没有任何运动。</translation>
    </message>
    <message>
      <source>Home it with the tool of its maker, then try again. Torsion homes no drive.</source>
      <translation>请用厂家工具使其回零，然后重试。Torsion 不会让驱动器回零。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} does not watch the heartbeat of this computer ({object}).</source>
      <translation>节点号为 {node} 的驱动器不监视本计算机的心跳（{object}）。</translation>
    </message>
    <message>
      <source>The arm would not stop when this computer fails. Nothing has moved.</source>
      <translation>本计算机失效时机械臂不会停止。没有任何运动。</translation>
    </message>
    <message>
      <source>Use a drive whose firmware takes the objects 0x1016:1 and 0x6007; until then only read the arm.</source>
      <translation>请使用固件接受对象 0x1016:1 和 0x6007 的驱动器；在此之前只读取该机械臂。</translation>
    </message>
    <message>
      <source>The drive of {joint:joint} has a fault ({error:|its code is in 0x603F}).</source>
      <translation>{joint:joint} 的驱动器有故障（{error:|代码见 0x603F}）。</translation>
    </message>
    <message>
      <source>A motion has ended, and a stop was sent to every drive. What was recorded is kept.</source>
      <translation>运动已结束，并向每个驱动器发送了停止。已记录的数据被保留。</translation>
    </message>
    <message>
      <source>Look the code up in the drive's manual, remove the cause, then clear the fault.</source>
      <translation>请在驱动器手册中查找该代码，排除原因，然后清除故障。</translation>
    </message>
    <message>
      <source>The drive of {joint:joint} is not in operation ({state:words}).</source>
      <translation>{joint:joint} 的驱动器未处于运行状态（{state:words}）。</translation>
    </message>
    <message>
      <source>Check the supply of the motor, the enable input and the safe torque off of the drive.</source>
      <translation>请检查电机电源、使能输入和驱动器的安全转矩关断。</translation>
    </message>
    <message>
      <source>The motion needs a position that has no number of 32 bits in a drive.</source>
      <translation>该运动需要的位置超出驱动器 32 位数的范围。</translation>
    </message>
    <message>
      <source>Check counts_per_turn and gear_ratio in the table of the drives.</source>
      <translation>请检查驱动器表中的 counts_per_turn 和 gear_ratio。</translation>
    </message>
    <message>
      <source>The joints of one sample were taken within ±{ms} ms of one another.</source>
      <translation>同一采样中各关节的采样时刻相差在 ±{ms} ms 之内。</translation>
    </message>
    <message>
      <source>Both encoders of one joint are taken together; only joints among one another differ.</source>
      <translation>同一关节的两个编码器同时采样；只有关节之间有差别。</translation>
    </message>
    <message>
      <source>Nothing is to be done.</source>
      <translation>无需处理。</translation>
    </message>
    <message>
      <source>How far apart in time the joints of a sample are is unknown.</source>
      <translation>同一采样中各关节的采样时刻相差多少是未知的。</translation>
    </message>
    <message>
      <source>The table names no clock of the drives, so samples bear this computer's time of their SYNC.</source>
      <translation>表中没有写明驱动器的时钟，因此采样带有本计算机发送 SYNC 的时间。</translation>
    </message>
    <message>
      <source>Where the drives have a clock (0x1013), add clock = "0x1013" to each joint of the table.</source>
      <translation>若驱动器有时钟（0x1013），请在表中每个关节添加 clock = "0x1013"。</translation>
    </message>
    <message>
      <source>The EDS file {file} cannot be read ({reason}).</source>
      <translation>无法读取 EDS 文件 {file}（{reason}）。</translation>
    </message>
    <message>
      <source>Name a file that exists behind eds=. The maker of the drives has one for each kind of drive.</source>
      <translation>在 eds= 之后写一个存在的文件。驱动器厂家为每种驱动器都提供一个。</translation>
    </message>
    <message>
      <source>The EDS file {file} is damaged: {reason}.</source>
      <translation>EDS 文件 {file} 已损坏：{reason}。</translation>
    </message>
    <message>
      <source>Which objects the drives have cannot be read from it. No connection was made.</source>
      <translation>无法从中读出驱动器有哪些对象。未建立连接。</translation>
    </message>
    <message>
      <source>Get the file again from the maker of the drives, or describe the drives in a table behind map=.</source>
      <translation>向驱动器厂家重新索取该文件，或在 map= 之后的表中描述驱动器。</translation>
    </message>
    <message>
      <source>The EDS file {file} does not describe a drive of CiA 402: it does not have {object} in the type of the standard.</source>
      <translation>EDS 文件 {file} 描述的不是 CiA 402 驱动器：其中没有标准所规定类型的 {object}。</translation>
    </message>
    <message>
      <source>Name the EDS file of the drive, not of another device, behind eds=.</source>
      <translation>在 eds= 之后写驱动器的 EDS 文件，而不是其他设备的。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} is of another maker ({found}) than the EDS file {file} ({expected}).</source>
      <translation>节点号为 {node} 的驱动器来自另一厂家（{found}），与 EDS 文件 {file}（{expected}）不符。</translation>
    </message>
    <message>
      <source>Its objects may have another meaning. No connection was made.</source>
      <translation>其对象的含义可能不同。未建立连接。</translation>
    </message>
    <message>
      <source>Name the EDS file of these drives behind eds=.</source>
      <translation>在 eds= 之后写这些驱动器的 EDS 文件。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} does not tell {asked} of its encoder {object}.</source>
      <translation>节点号为 {node} 的驱动器没有给出其编码器 {object} 的 {asked}。</translation>
    </message>
    <message>
      <source>Without it no angle follows from its counts. No connection was made.</source>
      <translation>没有它就无法由计数得出角度。未建立连接。</translation>
    </message>
    <message>
      <source>Write &amp;write=FILE.toml behind the name: Torsion then writes the table as far as it is known. Fill in {entry}, and name that file behind map= in place of eds=.</source>
      <translation>在名称后加上 &amp;write=FILE.toml：Torsion 会写出已知部分的表。填写 {entry}，再用 map= 指定该文件，代替 eds=。</translation>
    </message>
    <message>
      <source>The side of the gear at which the encoder {object} of the drive with the node number {node} is mounted does not follow from the gear ratio ({ratio}).</source>
      <translation>节点号为 {node} 的驱动器的编码器 {object} 位于减速器的哪一侧，无法由其传动比（{ratio}）得出。</translation>
    </message>
    <message>
      <source>An angle may be wrong by the gear ratio. No connection was made.</source>
      <translation>角度可能相差一个传动比。未建立连接。</translation>
    </message>
    <message>
      <source>The unit in which the drive with the node number {node} counts {object} is unknown: its answers give {units} counts per turn of the joint.</source>
      <translation>节点号为 {node} 的驱动器以什么单位计数 {object} 尚不明确：按其回答，关节每转的计数为 {units}。</translation>
    </message>
    <message>
      <source>An angle would be wrong by the ratio of these numbers. No connection was made.</source>
      <translation>角度会按这些数之比出错。未建立连接。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} has several additional encoders: {objects}.</source>
      <translation>节点号为 {node} 的驱动器有多个附加编码器：{objects}。</translation>
    </message>
    <message>
      <source>Which of them is the one behind the gear cannot be asked from it. No connection was made.</source>
      <translation>无法向驱动器询问其中哪一个在减速器之后。未建立连接。</translation>
    </message>
    <message>
      <source>The drive with the node number {node} tells the gear ratio {found}, the description of the robot says {expected}.</source>
      <translation>节点号为 {node} 的驱动器给出的传动比为 {found}，机器人描述中为 {expected}。</translation>
    </message>
    <message>
      <source>It may be another arm, or the drive was not set up for this joint. No connection was made.</source>
      <translation>可能是另一台机械臂，或驱动器未按此关节设置。未建立连接。</translation>
    </message>
    <message>
      <source>Check the chosen robot and the settings of the drive. Where the drive is wrong, describe it in a table: {entry}.</source>
      <translation>检查所选的机器人和驱动器的设置。若驱动器有误，请在表中描述它：{entry}。</translation>
    </message>
    <message>
      <source>{file} exists already, and is another table than the one that was worked out.</source>
      <translation>{file} 已存在，且与所得出的表不同。</translation>
    </message>
    <message>
      <source>Nothing was written, so that what you have filled in is kept. No connection was made.</source>
      <translation>未写入任何内容，以保留您已填写的部分。未建立连接。</translation>
    </message>
    <message>
      <source>If it is filled in, name it behind map= in place of eds=. Otherwise name another file behind write=.</source>
      <translation>若已填写好，请用 map= 指定它，代替 eds=。否则在 write= 之后写另一个文件。</translation>
    </message>
    <message>
      <source>{controller} is only read: no EDS file says which way a joint turns.</source>
      <translation>{controller} 只能读取：EDS 文件不说明关节朝哪个方向转。</translation>
    </message>
    <message>
      <source>Write &amp;write=FILE.toml behind the name, fill in what that table leaves open, check each direction by hand, and name the table behind map= with motion=allowed.</source>
      <translation>在名称后加上 &amp;write=FILE.toml，填写该表留空的内容，用手逐一检查方向，再用 map= 指定该表并加上 motion=allowed。</translation>
    </message>
    <message>
      <source>No table states which way the joints turn: each is assumed to turn as its drive counts.</source>
      <translation>没有表说明关节的转动方向：假定每个关节按其驱动器的计数方向转动。</translation>
    </message>
    <message>
      <source>Angle and torque of a joint may have the opposite sign. Objects that may be another encoder, not read: {others:|none}. Joints of one sample lie within ±{ms:|?} ms.</source>
      <translation>关节的角度和力矩可能符号相反。未读取、但可能是另一编码器的对象：{others:|无}。一个样本中各关节的时间差在 ±{ms:|?} ms 以内。</translation>
    </message>
    <message>
      <source>Turn each joint by hand and compare. Then write the directions into a table and name it behind map=.</source>
      <translation>用手转动每个关节并比较。然后把方向写入表中，并用 map= 指定该表。</translation>
    </message>
    <message>
      <source>The drives of the EDS file {file} cannot send {object} in a PDO.</source>
      <translation>EDS 文件 {file} 的驱动器不能用 PDO 发送 {object}。</translation>
    </message>
    <message>
      <source>Torsion samples all joints together, and that needs it. No connection was made.</source>
      <translation>Torsion 对所有关节同时采样，需要它。未建立连接。</translation>
    </message>
    <message>
      <source>Check whether a newer firmware or EDS file of the drives maps it. If a drive sends it all the same, describe the drives in a table behind map=.</source>
      <translation>请检查驱动器较新的固件或 EDS 文件是否可映射它。若驱动器实际上能发送，请在 map= 之后的表中描述驱动器。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/comparison.toml</name>
    <message>
      <source>The visits are to different robots: {before} and {after}.</source>
      <translation>这些现场记录对应不同的机器人：{before} 和 {after}。</translation>
    </message>
    <message>
      <source>Gears of different kinds of arm say nothing about each other. Nothing was compared.</source>
      <translation>不同类型机械臂的减速器无法相互比较。未进行比较。</translation>
    </message>
    <message>
      <source>Choose visits with the same robot description.</source>
      <translation>选择机器人描述相同的现场记录。</translation>
    </message>
    <message>
      <source>The visits are to different arms: {before} in {first}, {after} in {second}.</source>
      <translation>这些现场记录对应不同的机械臂：{first} 中为 {before}，{second} 中为 {after}。</translation>
    </message>
    <message>
      <source>What differs between two arms is not what changed in one. Nothing was compared.</source>
      <translation>两台机械臂之间的差异不是同一台的变化。未进行比较。</translation>
    </message>
    <message>
      <source>Choose visits to one arm, or ask for another arm to be compared (--other-arm).</source>
      <translation>选择同一台机械臂的现场记录，或要求与其他机械臂比较（--other-arm）。</translation>
    </message>
    <message>
      <source>Both visits name the robot {robot}, but {first} and {second} describe it differently.</source>
      <translation>两次现场记录都指定了机器人 {robot}，但 {first} 和 {second} 对其描述不同。</translation>
    </message>
    <message>
      <source>Its joints or gear ratios are not the same, so the numbers cannot be compared.</source>
      <translation>其关节或减速比不同，因此数值无法比较。</translation>
    </message>
    <message>
      <source>Find out which description is right, and analyse both visits with that.</source>
      <translation>查明哪个描述正确，并用它分析两次现场记录。</translation>
    </message>
    <message>
      <source>{dated} visits have a date of their own; a trend needs {needed}.</source>
      <translation>{dated} 次现场记录有各自的日期；判断趋势需要 {needed} 次。</translation>
    </message>
    <message>
      <source>Two points always lie on a line.</source>
      <translation>两点总在一条直线上。</translation>
    </message>
    <message>
      <source>Add a visit of another day.</source>
      <translation>添加另一天的现场记录。</translation>
    </message>
    <message>
      <source>{count} visit was named.</source>
      <translation>只指定了 {count} 次现场记录。</translation>
    </message>
    <message>
      <source>A comparison needs two or more.</source>
      <translation>比较需要两次或更多。</translation>
    </message>
    <message>
      <source>Name an earlier visit as well.</source>
      <translation>再指定一次较早的现场记录。</translation>
    </message>
    <message>
      <source>{file} was named twice.</source>
      <translation>{file} 被指定了两次。</translation>
    </message>
    <message>
      <source>A visit compared with itself says nothing.</source>
      <translation>现场记录与自身比较没有意义。</translation>
    </message>
    <message>
      <source>Name it once.</source>
      <translation>只指定一次。</translation>
    </message>
    <message>
      <source>{file} is not earlier than {than}.</source>
      <translation>{file} 不早于 {than}。</translation>
    </message>
    <message>
      <source>A report tells what changed since an earlier visit. Nothing was written.</source>
      <translation>报告说明自更早的现场记录以来的变化。未写入任何内容。</translation>
    </message>
    <message>
      <source>Name an earlier visit to this arm.</source>
      <translation>请指定这台机械臂更早的现场记录。</translation>
    </message>
    <message>
      <source>No quantity was measured in both visits. Measure the same joints in both.</source>
      <translation>两次现场记录没有共同测量的量。在两次中测量相同的关节。</translation>
    </message>
    <message>
      <source>Nothing of {joint:joint} was measured in both visits. Analyse its twist in both.</source>
      <translation>{joint:joint} 没有在两次现场记录中都测量的量。在两次中都分析其扭转。</translation>
    </message>
    <message>
      <source>The temperature of a visit is not known, and warm gears turn more easily. Compare visits at equal warmth.</source>
      <translation>有一次现场记录的温度未知，而减速器温度高时转动更轻。比较温度相同的现场记录。</translation>
    </message>
    <message>
      <source>The arm's temperature differs by {difference} K between the visits. Part of a change may be its warmth: repeat at the earlier temperature.</source>
      <translation>两次现场记录之间机械臂温度相差 {difference} K。部分变化可能由温度造成：在先前的温度下重做。</translation>
    </message>
    <message>
      <source>These are two arms: {before} and {after}. A difference is one between arms, not wear of one.</source>
      <translation>这是两台机械臂：{before} 和 {after}。差别是机械臂之间的，不是磨损。</translation>
    </message>
    <message>
      <source>The visits do not share their drive gains, so the uncertainty of both is in the change of stiffness. Use the same gains in both.</source>
      <translation>两次现场记录的驱动增益不同，刚度变化中含有两者的不确定度。两次使用相同的增益。</translation>
    </message>
    <message>
      <source>One of the visits comes from no real arm, the other from something else. Compare like with like.</source>
      <translation>一次现场记录不来自真实机械臂，另一次来源不同。比较同类来源。</translation>
    </message>
    <message>
      <source>{joint:Joint} carried other loads in the two visits ({before} and {after} N·m), and gears answer to the load. Repeat with the earlier motion.</source>
      <translation>{joint:Joint} 在两次现场记录中承受的载荷不同（{before} 和 {after} N·m），而减速器的表现与载荷有关。用先前的运动重做。</translation>
    </message>
    <message>
      <source>One of the visits judges its own numbers of {joint:joint} as doubtful, so their change is too.</source>
      <translation>其中一次现场记录已将 {joint:joint} 的数值评为存疑，因此其变化也存疑。</translation>
    </message>
    <message>
      <source>A visit does not say which arm it was made to. Make sure that both are to the same one.</source>
      <translation>有一次现场记录未说明是哪台机械臂。确认两次都是同一台。</translation>
    </message>
    <message>
      <source>{joint:Joint} was not swept at any speed of the other visit. Sweep at the same speeds.</source>
      <translation>{joint:Joint} 未以另一现场记录的任何速度扫掠。以相同速度扫掠。</translation>
    </message>
    <message>
      <source>The torques of the visits come from different quantities or drive gains, which scales their friction. Use the same in both.</source>
      <translation>两次现场记录的力矩来自不同的量或驱动增益，摩擦因此按比例变化。两次使用相同的量和增益。</translation>
    </message>
    <message>
      <source>The payloads were worked out with drive gains from different sources, which scales their masses. Use the same in both.</source>
      <translation>两次负载使用了来源不同的驱动增益，这会使质量按比例变化。两次使用相同的增益。</translation>
    </message>
    <message>
      <source>One of the visits judges its own payload as doubtful, so its change is too.</source>
      <translation>其中一次现场记录认为自己的负载存疑，因此其变化也存疑。</translation>
    </message>
    <message>
      <source>One visit worked the arm's stiffness out from springs, the other measured it under loads. They were not compared. Use the same way in both.</source>
      <translation>一次现场记录由弹簧算出机械臂刚度，另一次在载荷下测得，因此未作比较。两次使用相同的方法。</translation>
    </message>
    <message>
      <source>The arm's stiffness was not measured in both visits: springs that a description states do not wear. Work it out from the twist in both.</source>
      <translation>并非两次现场记录都测量了机械臂刚度：描述文件给出的弹簧不会磨损。两次都由扭转算出刚度。</translation>
    </message>
    <message>
      <source>One of the visits judges its own stiffness of the arm as doubtful, so its change is too.</source>
      <translation>其中一次现场记录认为自己的机械臂刚度存疑，因此其变化也存疑。</translation>
    </message>
    <message>
      <source>The visits verified joints against different limits. What passed in one may fail in the other. Use the same limits in both.</source>
      <translation>两次现场记录验证关节所用的限值不同。一次合格的，另一次可能不合格。两次使用相同的限值。</translation>
    </message>
    <message>
      <source>The visits verified no motion in common. Run the same motions in both.</source>
      <translation>两次现场记录没有共同的验证运动。两次运行相同的运动。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/connection.toml</name>
    <message>
      <source>The connection to the robot broke ({reason}).</source>
      <translation>与机器人的连接中断（{reason}）。</translation>
    </message>
    <message>
      <source>Nothing is known about the arm any more; its controller stops it. What was recorded is kept.</source>
      <translation>机械臂的状态不再可知；其控制器会使其停止。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check the cable and the controller. If it does not come back by itself, reconnect. The arm is checked again before it moves.</source>
      <translation>检查电缆和控制器。若连接未自行恢复，重新连接。机械臂运动前会重新检查。</translation>
    </message>
    <message>
      <source>The robot did not answer ({request}, {waited_s} s).</source>
      <translation>机器人没有应答（{request}，{waited_s} s）。</translation>
    </message>
    <message>
      <source>Nothing is known about the arm; a controller that gets no sign of life stops it.</source>
      <translation>机械臂的状态未知；控制器收不到心跳信号时会使其停止。</translation>
    </message>
    <message>
      <source>Check that the controller is switched on and connected, then reconnect.</source>
      <translation>检查控制器是否已开启并连接，然后重新连接。</translation>
    </message>
    <message>
      <source>What answers there does not speak as this kind of controller does.</source>
      <translation>该处的应答方不使用这类控制器的协议。</translation>
    </message>
    <message>
      <source>No connection was made, and nothing has moved.</source>
      <translation>未建立连接，也没有任何运动。</translation>
    </message>
    <message>
      <source>Check address and port, and whether the kind of controller is the right one.</source>
      <translation>请检查地址和端口，以及控制器类型是否正确。</translation>
    </message>
    <message>
      <source>What answers there closed the connection at once ({reason}).</source>
      <translation>该处的应答方立即关闭了连接（{reason}）。</translation>
    </message>
    <message>
      <source>Check address and port. Where they are right, end other programs at the controller, and connect again.</source>
      <translation>请检查地址和端口。若正确无误，请结束占用控制器的其他程序，然后重新连接。</translation>
    </message>
    <message>
      <source>No robot is connected ({uri}).</source>
      <translation>未连接机器人（{uri}）。</translation>
    </message>
    <message>
      <source>Nothing was done.</source>
      <translation>未做任何操作。</translation>
    </message>
    <message>
      <source>Connect to it first.</source>
      <translation>先连接机器人。</translation>
    </message>
    <message>
      <source>The robot did not come back after {attempts} attempts ({reason}).</source>
      <translation>尝试 {attempts} 次后机器人仍未恢复（{reason}）。</translation>
    </message>
    <message>
      <source>The connection stays closed.</source>
      <translation>连接保持关闭。</translation>
    </message>
    <message>
      <source>Check the cable and the controller, then reconnect.</source>
      <translation>检查电缆和控制器，然后重新连接。</translation>
    </message>
    <message>
      <source>The robot answered, but sent no samples within {seconds} s.</source>
      <translation>机器人已应答，但在 {seconds} s 内未发送采样。</translation>
    </message>
    <message>
      <source>Nothing can be recorded, and nothing may move.</source>
      <translation>无法录制任何内容，也不得运动。</translation>
    </message>
    <message>
      <source>Restart the controller and connect again.</source>
      <translation>重启控制器，然后重新连接。</translation>
    </message>
    <message>
      <source>The virtual robot's own process ended ({reason}).</source>
      <translation>虚拟机器人自身的进程已结束（{reason}）。</translation>
    </message>
    <message>
      <source>The simulated arm is gone; what was recorded is kept.</source>
      <translation>仿真机械臂已消失；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Connect again. The log file has the details.</source>
      <translation>重新连接。详情见日志文件。</translation>
    </message>
    <message>
      <source>The samples of {device} could not be read ({reason}).</source>
      <translation>无法读取 {device} 的采样（{reason}）。</translation>
    </message>
    <message>
      <source>The controller has restarted during the motion.</source>
      <translation>控制器在运动过程中重新启动。</translation>
    </message>
    <message>
      <source>The arm stands, and its encoders may count from another zero.</source>
      <translation>机械臂静止，其编码器可能从另一个零点计数。</translation>
    </message>
    <message>
      <source>Find out why it restarted, connect again and repeat the check.</source>
      <translation>查明重启原因，重新连接并重做检查。</translation>
    </message>
    <message>
      <source>The controller speaks another version of the protocol ({found}, wanted is {expected}).</source>
      <translation>控制器使用的协议版本不同（{found}，需要 {expected}）。</translation>
    </message>
    <message>
      <source>Update its firmware or Torsion.</source>
      <translation>更新其固件或 Torsion。</translation>
    </message>
    <message>
      <source>The controller said something that cannot be understood ({field}).</source>
      <translation>控制器发来无法理解的内容（{field}）。</translation>
    </message>
    <message>
      <source>It cannot be trusted with a motion.</source>
      <translation>不能放心让它执行运动。</translation>
    </message>
    <message>
      <source>The controller was sent something that is no request.</source>
      <translation>向控制器发送的内容不是有效请求。</translation>
    </message>
    <message>
      <source>It did nothing.</source>
      <translation>它未做任何操作。</translation>
    </message>
    <message>
      <source>'{uri}' names no controller.</source>
      <translation>“{uri}”未指向任何控制器。</translation>
    </message>
    <message>
      <source>Understood are: {known}.</source>
      <translation>可识别的有：{known}。</translation>
    </message>
    <message>
      <source>Write it in one of these ways.</source>
      <translation>按其中一种方式书写。</translation>
    </message>
    <message>
      <source>{scheme}: has no setting {setting}.</source>
      <translation>{scheme}: 没有设置 {setting}。</translation>
    </message>
    <message>
      <source>It has: {known:|none}.</source>
      <translation>现有：{known:|无}。</translation>
    </message>
    <message>
      <source>Use one of these.</source>
      <translation>使用其中之一。</translation>
    </message>
    <message>
      <source>{setting} cannot be {value}.</source>
      <translation>{setting} 不能为 {value}。</translation>
    </message>
    <message>
      <source>Possible are: {allowed}.</source>
      <translation>可选值：{allowed}。</translation>
    </message>
    <message>
      <source>The controller belongs to a {found}, not to a {expected}.</source>
      <translation>控制器属于 {found}，而不是 {expected}。</translation>
    </message>
    <message>
      <source>With the wrong description every number would be wrong; no motion is allowed.</source>
      <translation>描述错误会使所有数值都错误；不允许运动。</translation>
    </message>
    <message>
      <source>Choose the right robot, or connect to the right controller.</source>
      <translation>选择正确的机器人，或连接正确的控制器。</translation>
    </message>
    <message>
      <source>Another robot answered: serial number {found} instead of {expected}.</source>
      <translation>应答的是另一台机器人：序列号 {found}，应为 {expected}。</translation>
    </message>
    <message>
      <source>Recordings of two arms do not belong together; no motion is allowed.</source>
      <translation>两台机械臂的录制数据不能混在一起；不允许运动。</translation>
    </message>
    <message>
      <source>Connect to the right arm, or begin a new visit.</source>
      <translation>连接正确的机械臂，或新建现场记录。</translation>
    </message>
    <message>
      <source>The controller has {found} joints, the description {expected}.</source>
      <translation>控制器有 {found} 个关节，描述中有 {expected} 个。</translation>
    </message>
    <message>
      <source>Choose the description of this robot.</source>
      <translation>选择此机器人的描述。</translation>
    </message>
    <message>
      <source>There is no visit to record into.</source>
      <translation>没有可供录制的现场记录。</translation>
    </message>
    <message>
      <source>Begin or open a visit first.</source>
      <translation>先新建或打开现场记录。</translation>
    </message>
    <message>
      <source>The controller's clock has jumped.</source>
      <translation>控制器的时钟发生跳变。</translation>
    </message>
    <message>
      <source>Samples before and after do not belong together. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>前后采样不连贯。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Restart the controller if it happens again.</source>
      <translation>若再次发生，重启控制器。</translation>
    </message>
    <message>
      <source>{missing} samples were lost within {seconds} s.</source>
      <translation>在 {seconds} s 内丢失 {missing} 个采样。</translation>
    </message>
    <message>
      <source>{damaged} of {frames} messages arrived damaged.</source>
      <translation>{frames} 条消息中有 {damaged} 条到达时已损坏。</translation>
    </message>
    <message>
      <source>The line is disturbed. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>线路受到干扰。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check the cable and its shield, and keep it away from motor cables.</source>
      <translation>检查电缆及其屏蔽层，并使其远离电机电缆。</translation>
    </message>
    <message>
      <source>The robot sends no samples any more ({silence} s).</source>
      <translation>机器人不再发送采样（{silence} s）。</translation>
    </message>
    <message>
      <source>The arm is not supervised without samples. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>没有采样时机械臂不受监控。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check the controller and the cable, then reconnect.</source>
      <translation>检查控制器和电缆，然后重新连接。</translation>
    </message>
    <message>
      <source>The {channel} signal of {joint:joint} stands still while the joint moves.</source>
      <translation>{joint:joint} 运动时，其 {channel} 信号保持不变。</translation>
    </message>
    <message>
      <source>That sensor says nothing. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>该传感器没有有效信号。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check its plug and cable; then repeat the check.</source>
      <translation>检查其插头和电缆；然后重做检查。</translation>
    </message>
    <message>
      <source>The controller announces {quantities:words}, and sends the same value all the time.</source>
      <translation>控制器声明提供 {quantities:words}，但始终发送同一个值。</translation>
    </message>
    <message>
      <source>The channel is not delivered: it is left out of the recording, and no twist is computed from it.</source>
      <translation>该通道未提供数据：录制中不包含它，也不由它计算扭转。</translation>
    </message>
    <message>
      <source>If the arm has these encoders, look at how the controller is set up; then connect again.</source>
      <translation>若机械臂装有这些编码器，请检查控制器的设置，然后重新连接。</translation>
    </message>
    <message>
      <source>The {channel} signal of {joint:joint} jumped in a way no joint can move.</source>
      <translation>{joint:joint} 的 {channel} 信号发生了关节不可能出现的跳变。</translation>
    </message>
    <message>
      <source>Its values cannot be trusted. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>其数值不可信。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check its plug, cable and shield; then repeat the check.</source>
      <translation>检查其插头、电缆和屏蔽层；然后重做检查。</translation>
    </message>
    <message>
      <source>The two encoders of {joint:joint} disagree by more than the gear can bend.</source>
      <translation>{joint:joint} 的两个编码器之差超过减速器可能的变形量。</translation>
    </message>
    <message>
      <source>A gear slips, or an encoder counts wrong. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>减速器打滑，或编码器计数错误。已指令机械臂停止；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Repeat the check; look at the gear and at both encoders.</source>
      <translation>重做检查；检查减速器和两个编码器。</translation>
    </message>
    <message>
      <source>A recording is under way.</source>
      <translation>正在录制。</translation>
    </message>
    <message>
      <source>No second one was begun.</source>
      <translation>未开始第二次录制。</translation>
    </message>
    <message>
      <source>End it first.</source>
      <translation>先结束当前录制。</translation>
    </message>
    <message>
      <source>{label} is being recorded.</source>
      <translation>正在录制 {label}。</translation>
    </message>
    <message>
      <source>No second recording was begun.</source>
      <translation>未开始第二次录制。</translation>
    </message>
    <message>
      <source>{file} could not be written ({reason}).</source>
      <translation>无法写入 {file}（{reason}）。</translation>
    </message>
    <message>
      <source>The recording ended; {samples} samples are kept.</source>
      <translation>录制已结束；保留 {samples} 个采样。</translation>
    </message>
    <message>
      <source>Check the disk, then record again.</source>
      <translation>检查磁盘，然后重新录制。</translation>
    </message>
    <message>
      <source>The recording {file} ended by itself.</source>
      <translation>录制 {file} 自行结束。</translation>
    </message>
    <message>
      <source>What was written is kept.</source>
      <translation>已写入的内容保留。</translation>
    </message>
    <message>
      <source>The disk did not take {file} within {seconds} s.</source>
      <translation>磁盘未能在 {seconds} s 内写完 {file}。</translation>
    </message>
    <message>
      <source>What it took is found again when the visit is opened.</source>
      <translation>已写入的部分会在打开现场记录时恢复。</translation>
    </message>
    <message>
      <source>Check the disk, then open the visit again.</source>
      <translation>检查磁盘，然后重新打开现场记录。</translation>
    </message>
    <message>
      <source>The recordings {labels} do not have the same channels.</source>
      <translation>录制数据 {labels} 的通道不同。</translation>
    </message>
    <message>
      <source>They cannot be played one after the other.</source>
      <translation>它们无法依次回放。</translation>
    </message>
    <message>
      <source>Name one of them (?label=…).</source>
      <translation>指定其中之一（?label=…）。</translation>
    </message>
    <message>
      <source>The recording {label} has fewer than two samples.</source>
      <translation>录制数据 {label} 的采样少于两个。</translation>
    </message>
    <message>
      <source>It cannot be played.</source>
      <translation>无法回放。</translation>
    </message>
    <message>
      <source>Choose another.</source>
      <translation>选择其他数据。</translation>
    </message>
    <message>
      <source>{file} holds no recording.</source>
      <translation>{file} 不含录制数据。</translation>
    </message>
    <message>
      <source>There is nothing to play.</source>
      <translation>没有可回放的内容。</translation>
    </message>
    <message>
      <source>Choose another visit.</source>
      <translation>选择其他现场记录。</translation>
    </message>
    <message>
      <source>The description gives {link} no mass that a body can have.</source>
      <translation>描述中为 {link} 给出的质量不是物体可能具有的。</translation>
    </message>
    <message>
      <source>Such an arm cannot be simulated.</source>
      <translation>这样的机械臂无法仿真。</translation>
    </message>
    <message>
      <source>Add masses and inertias to the description.</source>
      <translation>在描述中添加质量和惯量。</translation>
    </message>
    <message>
      <source>{file} does not describe virtual robots ({key}: {expected}).</source>
      <translation>{file} 不能描述虚拟机器人（{key}：{expected}）。</translation>
    </message>
    <message>
      <source>No virtual robot can be made.</source>
      <translation>无法创建虚拟机器人。</translation>
    </message>
    <message>
      <source>Install Torsion again.</source>
      <translation>重新安装 Torsion。</translation>
    </message>
    <message>
      <source>No body of {mass} kg can have this inertia.</source>
      <translation>没有 {mass} kg 的物体能具有此惯量。</translation>
    </message>
    <message>
      <source>The virtual payload was not changed.</source>
      <translation>未更改虚拟负载。</translation>
    </message>
    <message>
      <source>Correct it.</source>
      <translation>更正该文件。</translation>
    </message>
    <message>
      <source>A virtual payload has no such {setting}.</source>
      <translation>虚拟负载没有 {setting}。</translation>
    </message>
    <message>
      <source>It was not changed.</source>
      <translation>它没有被更改。</translation>
    </message>
    <message>
      <source>A virtual robot cannot have the fault {fault}.</source>
      <translation>虚拟机器人不能出现故障 {fault}。</translation>
    </message>
    <message>
      <source>It knows: {known}.</source>
      <translation>可用的有：{known}。</translation>
    </message>
    <message>
      <source>The fault {fault} has no setting {setting}.</source>
      <translation>故障 {fault} 没有设置 {setting}。</translation>
    </message>
    <message>
      <source>It has: {known}.</source>
      <translation>现有：{known}。</translation>
    </message>
    <message>
      <source>The fault {fault} cannot be made on the {channel} channel of joint {joint}.</source>
      <translation>故障 {fault} 无法在关节 {joint} 的 {channel} 通道上产生。</translation>
    </message>
    <message>
      <source>Nothing was changed.</source>
      <translation>未作任何更改。</translation>
    </message>
    <message>
      <source>Choose a channel that this robot has.</source>
      <translation>选择该机器人具有的通道。</translation>
    </message>
    <message>
      <source>The virtual robot cannot do {action}.</source>
      <translation>虚拟机器人无法执行 {action}。</translation>
    </message>
    <message>
      <source>Update Torsion.</source>
      <translation>更新 Torsion。</translation>
    </message>
    <message>
      <source>This is no simulated robot; it cannot do {action}.</source>
      <translation>这不是仿真机器人；无法执行 {action}。</translation>
    </message>
    <message>
      <source>The port of the robot was not found ({looked_for}).</source>
      <translation>未找到机器人的端口（{looked_for}）。</translation>
    </message>
    <message>
      <source>No connection was made. This computer has: {ports:|none}.</source>
      <translation>未建立连接。本计算机的端口：{ports:|无}。</translation>
    </message>
    <message>
      <source>Check the cable and that the controller is switched on, then try again.</source>
      <translation>检查电缆以及控制器是否已开启，然后重试。</translation>
    </message>
    <message>
      <source>{holder:|Another program} holds the port {port}.</source>
      <translation>{holder:|另一个程序} 占用端口 {port}。</translation>
    </message>
    <message>
      <source>Close that program and try again.</source>
      <translation>关闭该程序后重试。</translation>
    </message>
    <message>
      <source>This user may not open the port {port}.</source>
      <translation>当前用户无权打开端口 {port}。</translation>
    </message>
    <message>
      <source>On Linux, join the group that owns the port, mostly dialout (sudo usermod -aG dialout $USER), then log out and in again.</source>
      <translation>在 Linux 上，加入拥有该端口的用户组，通常为 dialout（sudo usermod -aG dialout $USER），然后注销并重新登录。</translation>
    </message>
    <message>
      <source>The port {port} could not be opened ({reason}).</source>
      <translation>无法打开端口 {port}（{reason}）。</translation>
    </message>
    <message>
      <source>Unplug the cable, plug it in again and try once more.</source>
      <translation>拔下电缆，重新插上后再试一次。</translation>
    </message>
    <message>
      <source>The port {port} does not do {baud} baud.</source>
      <translation>端口 {port} 不支持 {baud} 波特。</translation>
    </message>
    <message>
      <source>Choose the speed of the controller, and an adapter that offers it.</source>
      <translation>选择控制器的速率，以及支持该速率的适配器。</translation>
    </message>
    <message>
      <source>More than one robot answered: {arms}.</source>
      <translation>不止一台机器人应答：{arms}。</translation>
    </message>
    <message>
      <source>It is not clear which one is meant; no connection was made.</source>
      <translation>不清楚指的是哪一台；未建立连接。</translation>
    </message>
    <message>
      <source>Choose the port of the robot.</source>
      <translation>选择机器人的端口。</translation>
    </message>
    <message>
      <source>'{uri}' does not tell which robot it is.</source>
      <translation>“{uri}”未说明是哪台机器人。</translation>
    </message>
    <message>
      <source>Nothing was opened.</source>
      <translation>未打开任何内容。</translation>
    </message>
    <message>
      <source>Name the robot or its description too (--robot).</source>
      <translation>同时指定机器人或其描述（--robot）。</translation>
    </message>
    <message>
      <source>There is a file or folder named {link}.</source>
      <translation>已有名为 {link} 的文件或文件夹。</translation>
    </message>
    <message>
      <source>A link to the emulated port was to be made there; nothing was started.</source>
      <translation>原要在该处创建指向仿真端口的链接；未启动任何内容。</translation>
    </message>
    <message>
      <source>Choose another name (--link), or remove what is there.</source>
      <translation>选择其他名称（--link），或删除该处已有的内容。</translation>
    </message>
    <message>
      <source>The link {link} to the emulated port could not be made ({reason}).</source>
      <translation>无法创建指向仿真端口的链接 {link}（{reason}）。</translation>
    </message>
    <message>
      <source>Nothing was started.</source>
      <translation>未启动任何内容。</translation>
    </message>
    <message>
      <source>Choose a name in a folder that you may write to (--link).</source>
      <translation>在可写入的文件夹中选择名称（--link）。</translation>
    </message>
    <message>
      <source>This system has no ports that are emulated.</source>
      <translation>本系统没有可仿真的端口。</translation>
    </message>
    <message>
      <source>Serve one end of a null modem, real or by a driver, with --port.</source>
      <translation>用 --port 提供零调制解调器线（真实或由驱动程序模拟）的一端。</translation>
    </message>
    <message>
      <source>Too few packets came to judge the network.</source>
      <translation>收到的数据包太少，无法评判网络。</translation>
    </message>
    <message>
      <source>Beyond {good:ms} ms a heartbeat comes late; the controller bears it up to {most:ms} ms.</source>
      <translation>超过 {good:ms} ms 时心跳会迟到；控制器可容忍至 {most:ms} ms。</translation>
    </message>
    <message>
      <source>Beyond {most:ms} ms the controller misses heartbeats and stops motions for no reason: motion is not allowed. Use a cable instead of Wi-Fi, and close other programs.</source>
      <translation>超过 {most:ms} ms 时控制器会丢失心跳并无故停止运动：不允许运动。请用网线代替无线连接，并关闭其他程序。</translation>
    </message>
    <message>
      <source>Beyond {good:ms} ms a STOP travels noticeably; up to {most:ms} ms motion is allowed.</source>
      <translation>超过 {good:ms} ms 时 STOP 的传输时间明显；{most:ms} ms 以内允许运动。</translation>
    </message>
    <message>
      <source>Beyond {most:ms} ms a STOP arrives too late: motion is not allowed. Connect this computer to the same network as the arm.</source>
      <translation>超过 {most:ms} ms 时 STOP 到达太晚：不允许运动。请将本机接入与机械臂相同的网络。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/elite.toml</name>
    <message>
      <source>The computer at {address} answers, but its port {port} (RTSI) is closed.</source>
      <translation>{address} 处的计算机有应答，但其端口 {port} (RTSI) 已关闭。</translation>
    </message>
    <message>
      <source>The service is switched off, the controller is still starting, or this is no arm. No connection was made.</source>
      <translation>该服务已关闭，或控制器仍在启动，或这不是机械臂。未建立连接。</translation>
    </message>
    <message>
      <source>In the settings of Elite's pendant look for RTSI, and for what restricts access from the network. A controller that was just switched on needs some time.</source>
      <translation>在艾利特示教器的设置中查找 RTSI，以及限制网络访问的选项。刚开机的控制器需要一些时间。</translation>
    </message>
    <message>
      <source>The controller speaks none of the versions of RTSI that Torsion speaks ({versions}).</source>
      <translation>控制器不支持 Torsion 所用的任何 RTSI 版本（{versions}）。</translation>
    </message>
    <message>
      <source>Check that it is an arm of Elite's CS series: arms of the EC series and of Universal Robots differ.</source>
      <translation>请检查它是否为艾利特 CS 系列的机械臂：EC 系列和 Universal Robots 的机械臂与此不同。</translation>
    </message>
    <message>
      <source>To let Torsion move this arm, write motion=allowed behind its address, such as elite-cs:10.0.0.2?motion=allowed.</source>
      <translation>若要让 Torsion 驱动该机械臂，请在其地址后写上 motion=allowed，例如 elite-cs:10.0.0.2?motion=allowed。</translation>
    </message>
    <message>
      <source>Another client of the controller writes the register of the heartbeat (input_int_register24).</source>
      <translation>控制器的另一个客户端正在写入心跳寄存器（input_int_register24）。</translation>
    </message>
    <message>
      <source>Without a heartbeat the arm would not stop when this computer fails. It is only read.</source>
      <translation>没有心跳，本计算机失效时机械臂不会停止。因此只读取该机械臂。</translation>
    </message>
    <message>
      <source>Usually a fieldbus or a second program holds it. Switch it off or end it, and connect again.</source>
      <translation>通常由现场总线或另一个程序占用。请关闭或结束它，然后重新连接。</translation>
    </message>
    <message>
      <source>The controller's software has no register for the heartbeat.</source>
      <translation>该控制器的软件没有用于心跳的寄存器。</translation>
    </message>
    <message>
      <source>Update the controller's software.</source>
      <translation>请更新控制器的软件。</translation>
    </message>
    <message>
      <source>The dashboard server of the controller does not answer.</source>
      <translation>控制器的仪表板服务器没有应答。</translation>
    </message>
    <message>
      <source>It is one of the ways to stop the arm. Nothing has moved.</source>
      <translation>它是停止机械臂的途径之一。机械臂未移动。</translation>
    </message>
    <message>
      <source>In the settings of Elite's pendant look for the dashboard (port 29999), and for what restricts access from the network.</source>
      <translation>在艾利特示教器的设置中查找仪表板服务器（端口 29999），以及限制网络访问的选项。</translation>
    </message>
    <message>
      <source>The computer at {address} answers, but its port {port} (programs) is closed.</source>
      <translation>{address} 处的计算机有应答，但其端口 {port}（程序）已关闭。</translation>
    </message>
    <message>
      <source>In the settings of Elite's pendant look for the primary port, and for what restricts access from the network.</source>
      <translation>在艾利特示教器的设置中查找主端口，以及限制网络访问的选项。</translation>
    </message>
    <message>
      <source>The controller did not begin the program within {seconds} s.</source>
      <translation>控制器在 {seconds} s 内没有开始执行程序。</translation>
    </message>
    <message>
      <source>Whether the arm moves is not known. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>机械臂是否在运动未知。已向机械臂发送停止指令；已录制的数据保留。</translation>
    </message>
    <message>
      <source>Switch the controller to remote control at the pendant: it does not tell Torsion whether it is on. Look at the messages at the pendant.</source>
      <translation>请在示教器上将控制器切换到远程控制：它不会告诉 Torsion 是否已切换。请查看示教器上的消息。</translation>
    </message>
    <message>
      <source>The computer at {address} answers, but its port {port} is closed.</source>
      <translation>{address} 的计算机有应答，但其端口 {port} 已关闭。</translation>
    </message>
    <message>
      <source>The controller is still starting, or this is no arm of the EC series. No connection was made.</source>
      <translation>控制器仍在启动，或这不是 EC 系列的机械臂。未建立连接。</translation>
    </message>
    <message>
      <source>Wait until the pendant is ready. Allow the ports 8055 and 8056 where access from the network is restricted.</source>
      <translation>请等待示教器就绪。如果限制网络访问，请放行端口 8055 和 8056。</translation>
    </message>
    <message>
      <source>The controller answered something that cannot be understood ({method:|no request}: {reason}).</source>
      <translation>控制器的应答无法理解（{method:|no request}：{reason}）。</translation>
    </message>
    <message>
      <source>The answer was thrown away.</source>
      <translation>该应答已丢弃。</translation>
    </message>
    <message>
      <source>Check that it is an arm of the EC series, and update the controller's software.</source>
      <translation>请检查它是否为 EC 系列的机械臂，并更新控制器软件。</translation>
    </message>
    <message>
      <source>The controller refuses {method}: {said:|no reason given}.</source>
      <translation>控制器拒绝 {method}：{said:|no reason given}。</translation>
    </message>
    <message>
      <source>Nothing was changed by it.</source>
      <translation>它没有改变任何内容。</translation>
    </message>
    <message>
      <source>Look at the messages at the pendant.</source>
      <translation>请查看示教器上的消息。</translation>
    </message>
    <message>
      <source>What answers is no collaborative arm of the EC series (type {kind}).</source>
      <translation>应答的不是 EC 系列的协作机械臂（类型 {kind}）。</translation>
    </message>
    <message>
      <source>Check the address. Arms of the CS series are named elite-cs:ADDRESS.</source>
      <translation>请检查地址。CS 系列的机械臂名为 elite-cs:地址。</translation>
    </message>
    <message>
      <source>The controller sent a value of {field} that no arm can have.</source>
      <translation>控制器发送的 {field} 值对任何机械臂都不可能。</translation>
    </message>
    <message>
      <source>The stream cannot be trusted and was ended. What was recorded is kept.</source>
      <translation>数据流不可信，已结束。已录制的数据保留。</translation>
    </message>
    <message>
      <source>The frames of the controller changed from {before} to {now} bytes.</source>
      <translation>控制器的帧从 {before} 字节变为 {now} 字节。</translation>
    </message>
    <message>
      <source>The stream was ended. What was recorded is kept.</source>
      <translation>数据流已结束。已录制的内容保留。</translation>
    </message>
    <message>
      <source>Connect again.</source>
      <translation>请重新连接。</translation>
    </message>
    <message>
      <source>The description {robot} states no rated torques.</source>
      <translation>描述 {robot} 没有额定力矩。</translation>
    </message>
    <message>
      <source>Torques in parts of them cannot be converted. No connection was made.</source>
      <translation>无法换算以其千分之几表示的力矩。未建立连接。</translation>
    </message>
    <message>
      <source>Add the torque of each joint to a copy of the description, or leave torque=per-mille out.</source>
      <translation>请在描述的副本中加上每个关节的额定力矩，或去掉 torque=per-mille。</translation>
    </message>
    <message>
      <source>To let Torsion move this arm, name it and write motion=allowed behind its address, such as elite-ec:10.0.0.2?serial=NUMBER&amp;motion=allowed.</source>
      <translation>若要让 Torsion 驱动该机械臂，请为其命名并在地址后写上 motion=allowed，例如 elite-ec:10.0.0.2?serial=序列号&amp;motion=allowed。</translation>
    </message>
    <message>
      <source>The controller's software tells neither its emergency stop nor the speeds of the joints.</source>
      <translation>控制器软件既不提供急停状态，也不提供关节速度。</translation>
    </message>
    <message>
      <source>The arm is only read.</source>
      <translation>只读取该机械臂。</translation>
    </message>
    <message>
      <source>The controller shows an alarm.</source>
      <translation>控制器显示报警。</translation>
    </message>
    <message>
      <source>A motion does not begin; one that runs is ended, and what was recorded is kept.</source>
      <translation>运动不会开始；正在进行的运动会结束，已录制的内容保留。</translation>
    </message>
    <message>
      <source>Read the message at the pendant, remove the cause, then clear the fault.</source>
      <translation>请阅读示教器上的消息，排除原因，然后清除故障。</translation>
    </message>
    <message>
      <source>The servo is off: the brakes are closed.</source>
      <translation>伺服已断开：制动器闭合。</translation>
    </message>
    <message>
      <source>Look at the messages at the pendant. Torsion switches the servo on when a motion begins, if nothing else stands against it.</source>
      <translation>请查看示教器上的消息。运动开始时，如果没有其他阻碍，Torsion 会接通伺服。</translation>
    </message>
    <message>
      <source>By the description the flange is {away} mm from where the controller says it is.</source>
      <translation>按照描述，法兰与控制器所说的位置相距 {away} mm。</translation>
    </message>
    <message>
      <source>The description is of another arm, or counts its joints in another way. Nothing has moved.</source>
      <translation>该描述属于另一台机械臂，或关节的计数方式不同。没有任何运动。</translation>
    </message>
    <message>
      <source>Choose the description of this arm: ec63, ec66 or ec612.</source>
      <translation>请选择该机械臂的描述：ec63、ec66 或 ec612。</translation>
    </message>
    <message>
      <source>An external axis of the controller moves.</source>
      <translation>控制器的一个外部轴在运动。</translation>
    </message>
    <message>
      <source>The description knows the six joints only. A motion does not begin; one that runs is ended, and what was recorded is kept.</source>
      <translation>描述只包含六个关节。运动不会开始；正在进行的运动会结束，已录制的内容保留。</translation>
    </message>
    <message>
      <source>Leave the external axes at rest, and connect again.</source>
      <translation>请让外部轴保持静止，然后重新连接。</translation>
    </message>
    <message>
      <source>The speed that is set at the controller is {share:%}.</source>
      <translation>控制器处设置的速度为 {share:%}。</translation>
    </message>
    <message>
      <source>The arm would move more slowly than planned. A motion does not begin; one that runs is ended, and what was recorded is kept.</source>
      <translation>机械臂会比计划的更慢。运动不会开始；正在进行的运动会结束，已录制的内容保留。</translation>
    </message>
    <message>
      <source>Set it to 100 % at the pendant.</source>
      <translation>请在示教器上将其设为 100 %。</translation>
    </message>
    <message>
      <source>A motion is paused at the controller.</source>
      <translation>控制器处有一个暂停的运动。</translation>
    </message>
    <message>
      <source>End it at the pendant.</source>
      <translation>请在示教器上结束它。</translation>
    </message>
    <message>
      <source>Something moves the arm that is not Torsion.</source>
      <translation>有 Torsion 以外的程序在移动机械臂。</translation>
    </message>
    <message>
      <source>Torsion leaves it alone. Nothing has moved.</source>
      <translation>Torsion 不干预该程序。Torsion 未移动任何部件。</translation>
    </message>
    <message>
      <source>Stop it at the pendant, or end the other program, then check the arm again.</source>
      <translation>请在示教器上停止它，或结束另一个程序，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>The controller did not begin the move within {seconds} s.</source>
      <translation>控制器在 {seconds} s 内没有开始该移动。</translation>
    </message>
    <message>
      <source>The move ended before its target, without a stop from this computer.</source>
      <translation>移动在到达目标之前结束，本机没有发出停止。</translation>
    </message>
    <message>
      <source>What was recorded is kept.</source>
      <translation>已录制的内容保留。</translation>
    </message>
    <message>
      <source>Look at the messages at the pendant, then check the arm again.</source>
      <translation>请查看示教器上的消息，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>An arm that is only read is not cleared of its fault ({fault:words}).</source>
      <translation>只读取的机械臂不会清除其故障（{fault:words}）。</translation>
    </message>
    <message>
      <source>Remove the cause at the arm, then clear it at the pendant.</source>
      <translation>在机械臂处排除原因，然后在示教器上清除。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/encoders.toml</name>
    <message>
      <source>The known encoder offsets have the size {found} for {joints} joints.</source>
      <translation>已知的编码器零偏大小为 {found}，应对应 {joints} 个关节。</translation>
    </message>
    <message>
      <source>They were not compared.</source>
      <translation>未进行比较。</translation>
    </message>
    <message>
      <source>Use those of an earlier check of the same arm.</source>
      <translation>使用同一机械臂较早一次检查的零偏。</translation>
    </message>
    <message>
      <source>A jog names joint {joint} of an arm with {joints} joints.</source>
      <translation>点动指定了关节 {joint}，而机械臂有 {joints} 个关节。</translation>
    </message>
    <message>
      <source>The encoders were not checked.</source>
      <translation>未检查编码器。</translation>
    </message>
    <message>
      <source>Name a joint that exists.</source>
      <translation>指定存在的关节。</translation>
    </message>
    <message>
      <source>Motor and link encoder of {joint} count in opposite directions (the wrong one: {channel}). Correct its sign in the controller or the robot description, then check again.</source>
      <translation>{joint} 的电机侧和连杆侧编码器计数方向相反（错误的一个：{channel}）。在控制器或机器人描述中改正其符号，然后重新检查。</translation>
    </message>
    <message>
      <source>The motor of {joint} says {slope} times the angle of the other encoder (± {slope_std:expanded}); more than 2 % off. Check gear ratio and counts per turn in the robot description.</source>
      <translation>{joint} 的电机角度是另一编码器的 {slope} 倍（± {slope_std:expanded}）；偏差超过 2 %。检查机器人描述中的减速比和每圈计数。</translation>
    </message>
    <message>
      <source>The {channel} values of {joint} are off by 57.3: degrees and radians are mixed up. Correct the unit of this channel.</source>
      <translation>{joint} 的 {channel} 数值相差 57.3 倍：度和弧度混淆。改正此通道的单位。</translation>
    </message>
    <message>
      <source>The offset of {joint} is off by {turns} × 360° of the {of}, as after a power cycle. Nothing slipped. Set the turn counter in the controller and check again.</source>
      <translation>{joint} 的零偏差了 {turns} × 360°（按 {of} 计），如同断电重启之后。没有打滑。在控制器中设置圈数计数器，然后重新检查。</translation>
    </message>
    <message>
      <source>Motor and link of {joint} stand {moved} {unit} differently to each other than before: something slipped or was taken apart. Check its gear and coupling before it moves.</source>
      <translation>{joint} 的电机与连杆相对位置比以前变了 {moved} {unit}：有部件打滑或被拆过。运动前检查其减速器和联轴器。</translation>
    </message>
    <message>
      <source>The {channel} encoder of {joint} stands still while the joint moves. Check its cable and supply.</source>
      <translation>关节运动时，{joint} 的 {channel} 编码器不动。检查其电缆和供电。</translation>
    </message>
    <message>
      <source>The link encoder read for {link} moves with the motor of {motor}. Two encoders are exchanged; check their cables.</source>
      <translation>读作 {link} 的连杆侧编码器随 {motor} 的电机运动。两个编码器接反；检查其电缆。</translation>
    </message>
    <message>
      <source>While {joint} moved, the motor of {motor} turned {measured} rad per rad; the description says {expected}. Correct the coupling in the robot description.</source>
      <translation>{joint} 运动时，{motor} 的电机每弧度转 {measured} rad；描述中为 {expected}。改正机器人描述中的耦合。</translation>
    </message>
    <message>
      <source>{joint} never moved alone, so its coupling to other motors was not checked. Jog it by itself.</source>
      <translation>{joint} 从未单独运动，未检查它与其他电机的耦合。单独点动它。</translation>
    </message>
    <message>
      <source>{joint} was commanded to move, but {other} moved instead. Check the order of the joints in the controller before anything moves again.</source>
      <translation>命令 {joint} 运动，动的却是 {other}。再次运动前，检查控制器中的关节顺序。</translation>
    </message>
    <message>
      <source>While {joint} was jogged, {other} moved by {moved} {unit}. Check its brake and the coupling.</source>
      <translation>点动 {joint} 时，{other} 移动了 {moved} {unit}。检查其制动器和耦合。</translation>
    </message>
    <message>
      <source>{joint} was commanded to move, but did not. Check its brake, and that the controller is in remote mode.</source>
      <translation>命令 {joint} 运动，但它没有动。检查其制动器，以及控制器是否处于远程模式。</translation>
    </message>
    <message>
      <source>The recording lacks the jogs of {joint}, or their beginnings or ends. Record them again.</source>
      <translation>录制数据缺少 {joint} 的点动，或缺少其开头或结尾。重新录制。</translation>
    </message>
    <message>
      <source>{joint} moved against the commanded direction. Correct its direction in the robot description.</source>
      <translation>{joint} 的运动方向与命令相反。改正机器人描述中的方向。</translation>
    </message>
    <message>
      <source>{joint} moved {ratio} times as far as commanded. Check its gear ratio and units.</source>
      <translation>{joint} 的运动距离是命令的 {ratio} 倍。检查其减速比和单位。</translation>
    </message>
    <message>
      <source>{joint} moved {moved:apart wanted} {unit}; {wanted:apart moved} {unit} are wanted to compare its encoders. Move it further.</source>
      <translation>{joint} 移动了 {moved:apart wanted} {unit}；比较其编码器需要 {wanted:apart moved} {unit}。让它走得更远。</translation>
    </message>
    <message>
      <source>{joint} was not jogged; the check ended before its turn. Run it again.</source>
      <translation>{joint} 未点动；轮到它之前检查已结束。重新运行。</translation>
    </message>
    <message>
      <source>Motor and link of {joint} stand {turns} × 360° apart. That is harmless where the motor counts from a zero of its own; an absolute encoder has lost count of its turns, as after a power cycle.</source>
      <translation>{joint} 的电机与连杆相差 {turns} × 360°。若电机从自己的零点计数，则无妨；若是绝对编码器，则已丢失圈数，如同断电重启之后。</translation>
    </message>
    <message>
      <source>{joint} moved in one direction only, so its offset includes lost motion. Move it back as well.</source>
      <translation>{joint} 只朝一个方向运动，其零偏中含有空程。让它也往回走。</translation>
    </message>
    <message>
      <source>The ratio of the encoders of {joint} came out as {slope} ± {slope_std:expanded}, too rough for 2 %. Move it further, slowly, and back.</source>
      <translation>{joint} 的编码器比值为 {slope} ± {slope_std:expanded}，对 2 % 来说太粗。让它走得更远，缓慢往返。</translation>
    </message>
    <message>
      <source>This controller shows one encoder of {joint}. Sign and size can be compared with a commanded jog; its gear and offset cannot be checked.</source>
      <translation>此控制器只提供 {joint} 的一个编码器。可用点动指令比较符号和大小；无法检查其减速器和零偏。</translation>
    </message>
    <message>
      <source>The velocity reported for {joint} is {ratio} times the change of its position. It is not used; check the channel.</source>
      <translation>{joint} 报告的速度是其位置变化的 {ratio} 倍。不使用该速度；检查此通道。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/excitation.toml</name>
    <message>
      <source>{field} of the trajectory has the size {found} instead of {expected}.</source>
      <translation>轨迹的 {field} 大小为 {found}，应为 {expected}。</translation>
    </message>
    <message>
      <source>There is no such trajectory.</source>
      <translation>不存在这样的轨迹。</translation>
    </message>
    <message>
      <source>Give one row per joint and as many columns everywhere.</source>
      <translation>每个关节一行，各处列数相同。</translation>
    </message>
    <message>
      <source>{field} of the trajectory contains something that is not a number.</source>
      <translation>轨迹的 {field} 含有非数值内容。</translation>
    </message>
    <message>
      <source>{field} of the trajectory is {seconds} s.</source>
      <translation>轨迹的 {field} 为 {seconds} s。</translation>
    </message>
    <message>
      <source>A time has to be greater than zero.</source>
      <translation>时间必须大于零。</translation>
    </message>
    <message>
      <source>Change it.</source>
      <translation>更改该值。</translation>
    </message>
    <message>
      <source>A trajectory cannot run {cycles} times.</source>
      <translation>轨迹不能运行 {cycles} 次。</translation>
    </message>
    <message>
      <source>Choose 1 or more.</source>
      <translation>选择 1 或以上。</translation>
    </message>
    <message>
      <source>The trajectory does not start and end at rest: joint {joint} has the {quantity} {value} there.</source>
      <translation>轨迹的起点和终点不是静止的：关节 {joint} 在那里的 {quantity} 为 {value}。</translation>
    </message>
    <message>
      <source>No arm can follow such a jump.</source>
      <translation>没有机械臂能跟随这样的跳变。</translation>
    </message>
    <message>
      <source>Choose coefficients that meet the boundary conditions.</source>
      <translation>选择满足边界条件的系数。</translation>
    </message>
    <message>
      <source>{fraction} is no fraction of the speed.</source>
      <translation>{fraction} 不是有效的速度比例。</translation>
    </message>
    <message>
      <source>Choose more than 0 and at most 1.</source>
      <translation>选择大于 0 且不超过 1 的值。</translation>
    </message>
    <message>
      <source>The {limit} limit of joint {joint} is {value}.</source>
      <translation>关节 {joint} 的 {limit} 限值为 {value}。</translation>
    </message>
    <message>
      <source>A move within it would take no time or never end.</source>
      <translation>在该限值内，移动会耗时为零或永不结束。</translation>
    </message>
    <message>
      <source>Give a limit that is finite and greater than zero.</source>
      <translation>给出有限且大于零的限值。</translation>
    </message>
    <message>
      <source>The trajectory has no parts.</source>
      <translation>轨迹没有任何段。</translation>
    </message>
    <message>
      <source>There is nothing to move along.</source>
      <translation>没有可沿之运动的内容。</translation>
    </message>
    <message>
      <source>Give it one.</source>
      <translation>为其指定一段。</translation>
    </message>
    <message>
      <source>Part {part} of the trajectory starts {gap} rad away from where the one before ends (joint {joint}).</source>
      <translation>轨迹的第 {part} 段起点与前一段终点相差 {gap} rad（关节 {joint}）。</translation>
    </message>
    <message>
      <source>The arm would have to jump.</source>
      <translation>机械臂将不得不跳变。</translation>
    </message>
    <message>
      <source>Add a move between them.</source>
      <translation>在两者之间添加移动。</translation>
    </message>
    <message>
      <source>{kind} is no kind of trajectory.</source>
      <translation>{kind} 不是轨迹的类型。</translation>
    </message>
    <message>
      <source>Nothing was read.</source>
      <translation>未读取任何内容。</translation>
    </message>
    <message>
      <source>The kinds are: {kinds}.</source>
      <translation>类型有：{kinds}。</translation>
    </message>
    <message>
      <source>Joint {joint} would start at {start} rad, outside its limits {lower} to {upper}.</source>
      <translation>关节 {joint} 将从 {start} rad 起始，超出其限值 {lower} 至 {upper}。</translation>
    </message>
    <message>
      <source>No motion was made.</source>
      <translation>未生成运动。</translation>
    </message>
    <message>
      <source>Start from another pose, or correct the limits in the robot description.</source>
      <translation>从其他位姿开始，或更正机器人描述中的限值。</translation>
    </message>
    <message>
      <source>{limit_use} is no share of the limits.</source>
      <translation>{limit_use} 不是有效的限值比例。</translation>
    </message>
    <message>
      <source>A motion of {harmonics} harmonics cannot start and end at rest.</source>
      <translation>含 {harmonics} 个谐波的运动无法从静止开始并以静止结束。</translation>
    </message>
    <message>
      <source>Choose 2 or more.</source>
      <translation>选择 2 或以上。</translation>
    </message>
    <message>
      <source>No motion from this pose is free of collisions, however small ({tried} were tried).</source>
      <translation>从该位姿出发，无论运动多小都会发生碰撞（已尝试 {tried} 个）。</translation>
    </message>
    <message>
      <source>The arm stays where it is.</source>
      <translation>机械臂留在原处。</translation>
    </message>
    <message>
      <source>Jog it to a pose with more room around it, or correct what is set up around it.</source>
      <translation>将其点动到周围空间更大的位姿，或更正其周围的设置。</translation>
    </message>
    <message>
      <source>No motion of {robot} can do what is asked for.</source>
      <translation>{robot} 没有任何运动能满足要求。</translation>
    </message>
    <message>
      <source>Nothing was planned.</source>
      <translation>未进行规划。</translation>
    </message>
    <message>
      <source>Change what is named.</source>
      <translation>更改所列出的内容。</translation>
    </message>
    <message>
      <source>A period of the trajectory ends {gap} rad away from where it starts (joint {joint}).</source>
      <translation>轨迹一个周期的终点与起点相差 {gap} rad（关节 {joint}）。</translation>
    </message>
    <message>
      <source>Joint {joint} cannot be led from rest into this series within its limits (at best {limit_use} times a limit).</source>
      <translation>关节 {joint} 无法在其限值内从静止导入该级数（最好时为限值的 {limit_use} 倍）。</translation>
    </message>
    <message>
      <source>The trajectory cannot be run.</source>
      <translation>该轨迹无法运行。</translation>
    </message>
    <message>
      <source>Choose another start pose or a smaller motion.</source>
      <translation>选择其他起始位姿，或更小的运动。</translation>
    </message>
    <message>
      <source>Every joint is locked.</source>
      <translation>所有关节均已锁定。</translation>
    </message>
    <message>
      <source>There is no motion to plan.</source>
      <translation>没有可规划的运动。</translation>
    </message>
    <message>
      <source>Leave at least one joint free.</source>
      <translation>至少保留一个自由关节。</translation>
    </message>
    <message>
      <source>The samples run from {first} s to {last} s, outside one period of {period_s} s.</source>
      <translation>采样时间为 {first} s 至 {last} s，超出 {period_s} s 的一个周期。</translation>
    </message>
    <message>
      <source>Choose samples within the period.</source>
      <translation>选择周期内的采样。</translation>
    </message>
    <message>
      <source>There is no set of limits {name}, and no file of that name.</source>
      <translation>没有限值组 {name}，也没有同名文件。</translation>
    </message>
    <message>
      <source>There are: {names}.</source>
      <translation>现有：{names}。</translation>
    </message>
    <message>
      <source>Choose one of these or name a .toml file.</source>
      <translation>选择其中之一，或指定 .toml 文件。</translation>
    </message>
    <message>
      <source>The motion limits in {file} cannot be used.</source>
      <translation>{file} 中的运动限值无法使用。</translation>
    </message>
    <message>
      <source>Correct them and try again.</source>
      <translation>更正后重试。</translation>
    </message>
    <message>
      <source>Joint {joint} of an arm with {joints} joints was to be locked.</source>
      <translation>在有 {joints} 个关节的机械臂上要求锁定关节 {joint}。</translation>
    </message>
    <message>
      <source>The motion was not judged.</source>
      <translation>未对该运动进行评判。</translation>
    </message>
    <message>
      <source>Name joints that exist.</source>
      <translation>指定存在的关节。</translation>
    </message>
    <message>
      <source>The noise of the torque has the size {found} for {joints} joints, or is not positive.</source>
      <translation>力矩噪声的大小为 {found}，对应 {joints} 个关节，或不为正数。</translation>
    </message>
    <message>
      <source>Give a positive standard deviation for each joint.</source>
      <translation>为每个关节给出正的标准差。</translation>
    </message>
    <message>
      <source>A step of {step_s} s leaves too few samples in a period of {period_s} s.</source>
      <translation>步长 {step_s} s 在周期 {period_s} s 内的采样太少。</translation>
    </message>
    <message>
      <source>The fastest wave needs more than two in each of its turns. Nothing was planned.</source>
      <translation>最快的谐波每个周期需要两个以上采样。未作规划。</translation>
    </message>
    <message>
      <source>Choose a shorter step, a longer period, or fewer harmonics.</source>
      <translation>选择更短的步长、更长的周期或更少的谐波。</translation>
    </message>
    <message>
      <source>The start pose has {found} numbers, the arm has {expected} joints.</source>
      <translation>起始位姿有 {found} 个数，机械臂有 {expected} 个关节。</translation>
    </message>
    <message>
      <source>Give one number per joint.</source>
      <translation>为每个关节各给一个数。</translation>
    </message>
    <message>
      <source>{file} does not hold a trajectory.</source>
      <translation>{file} 中没有轨迹。</translation>
    </message>
    <message>
      <source>Nothing was read from it.</source>
      <translation>未从中读取任何内容。</translation>
    </message>
    <message>
      <source>Give a, b, q0 and period_s, one list per joint, or a file that Torsion exported.</source>
      <translation>给出 a、b、q0 和 period_s，每个关节一个列表；或使用 Torsion 导出的文件。</translation>
    </message>
    <message>
      <source>The trajectory is for {found} joints, the arm has {expected}.</source>
      <translation>该轨迹用于 {found} 个关节，机械臂有 {expected} 个。</translation>
    </message>
    <message>
      <source>It was not used.</source>
      <translation>未使用它。</translation>
    </message>
    <message>
      <source>Name the arm that it is for, or another file.</source>
      <translation>指定它所对应的机械臂，或另一文件。</translation>
    </message>
    <message>
      <source>{file} has none of the endings {endings}.</source>
      <translation>{file} 的扩展名不在 {endings} 之中。</translation>
    </message>
    <message>
      <source>The kind of a trajectory file is known by its ending. Nothing was computed.</source>
      <translation>轨迹文件按扩展名识别。未进行计算。</translation>
    </message>
    <message>
      <source>Name a file with one of them.</source>
      <translation>指定带其中一种扩展名的文件。</translation>
    </message>
    <message>
      <source>{file} was not written: this motion may not be run.</source>
      <translation>未写入 {file}：不得运行此运动。</translation>
    </message>
    <message>
      <source>It leaves its limits, comes too near something, or is not at rest at its ends.</source>
      <translation>它超出限值、离物体过近，或起止时不静止。</translation>
    </message>
    <message>
      <source>Plan another one, or export it as .json or .csv to look at it.</source>
      <translation>另行规划，或导出为 .json 或 .csv 查看。</translation>
    </message>
    <message>
      <source>{robot} is none of Universal Robots' arms, which have six turning joints.</source>
      <translation>{robot} 不是 Universal Robots 的机械臂（六个旋转关节）。</translation>
    </message>
    <message>
      <source>The file was not written.</source>
      <translation>未写入文件。</translation>
    </message>
    <message>
      <source>Export the trajectory as .csv or .json instead.</source>
      <translation>改为将轨迹导出为 .csv 或 .json。</translation>
    </message>
    <message>
      <source>No program can be written for a motion of this kind.</source>
      <translation>无法为这种运动编写程序。</translation>
    </message>
    <message>
      <source>A program runs Fourier series that are at rest at their ends. The file was not written.</source>
      <translation>程序只运行起止时静止的傅里叶级数。未写入文件。</translation>
    </message>
    <message>
      <source>Plan one of the kinds fourier, modified or quintic, or export the trajectory as .csv or .json.</source>
      <translation>规划 fourier、modified 或 quintic 之一，或将轨迹导出为 .csv 或 .json。</translation>
    </message>
    <message>
      <source>{controller} runs no trajectories.</source>
      <translation>{controller} 不运行轨迹。</translation>
    </message>
    <message>
      <source>An excitation moves all joints at once along a path in time, which this controller does not offer. Nothing has moved.</source>
      <translation>激励使所有关节同时沿随时间变化的路径运动，该控制器不提供此功能。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Record poses instead, or export the plan as a program for the robot.</source>
      <translation>改为录制位姿，或将规划导出为机器人程序。</translation>
    </message>
    <message>
      <source>A free Fourier series runs on the virtual robot alone.</source>
      <translation>自由傅里叶级数只在虚拟机器人上运行。</translation>
    </message>
    <message>
      <source>It does not begin and end at rest by itself; it serves comparisons. Nothing has moved.</source>
      <translation>它本身不从静止开始也不以静止结束；仅用于比较。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Plan a motion of another kind for this arm.</source>
      <translation>为该机械臂规划其他类型的运动。</translation>
    </message>
    <message>
      <source>There is no visit to take the plan {key} from.</source>
      <translation>没有可从中取用规划 {key} 的现场记录。</translation>
    </message>
    <message>
      <source>Open the visit that holds it, or plan again.</source>
      <translation>打开含有它的现场记录，或重新规划。</translation>
    </message>
    <message>
      <source>The recording {recording} notes no run at full speed.</source>
      <translation>录制数据 {recording} 未记录全速运行。</translation>
    </message>
    <message>
      <source>There is nothing to average.</source>
      <translation>没有可取平均的内容。</translation>
    </message>
    <message>
      <source>Run the excitation again.</source>
      <translation>重新运行激励。</translation>
    </message>
    <message>
      <source>The recording {recording} holds no joint positions.</source>
      <translation>录制数据 {recording} 不含关节位置。</translation>
    </message>
    <message>
      <source>Where the run began cannot be found without them.</source>
      <translation>没有它们就无法找到运行的起点。</translation>
    </message>
    <message>
      <source>Let the controller stream the joint or motor positions and run it again.</source>
      <translation>让控制器实时传送关节或电机位置，并重新运行。</translation>
    </message>
    <message>
      <source>The {samples} samples do not cover the {cycles} periods of the run.</source>
      <translation>{samples} 个采样未覆盖该次运行的 {cycles} 个周期。</translation>
    </message>
    <message>
      <source>The mean of the periods was not made. The recording is kept.</source>
      <translation>未求周期平均。录制数据保留。</translation>
    </message>
    <message>
      <source>No period is left to average: {left_out} of {cycles} were left out.</source>
      <translation>没有可取平均的周期：{cycles} 个中有 {left_out} 个被剔除。</translation>
    </message>
    <message>
      <source>The mean of the periods was not made.</source>
      <translation>未求周期平均。</translation>
    </message>
    <message>
      <source>Run more periods.</source>
      <translation>运行更多周期。</translation>
    </message>
    <message>
      <source>A single period was run, so the noise is not known. Run five.</source>
      <translation>只运行了一个周期，噪声未知。运行五个周期。</translation>
    </message>
    <message>
      <source>The first period took another torque than the others, as friction does that comes from standstill, and was left out; {periods} are used.</source>
      <translation>第一个周期的力矩与其余周期不同（从静止起动时摩擦如此），已剔除；采用 {periods} 个周期。</translation>
    </message>
    <message>
      <source>The torque of {joint} still changed from period to period by more than its noise. Warm the arm up and run it again.</source>
      <translation>{joint} 的力矩逐周期变化仍超过其噪声。预热机械臂后重新运行。</translation>
    </message>
    <message>
      <source>{share:%} of the samples of the run are missing. Check the cable and the load of this computer.</source>
      <translation>此次运行缺少 {share:%} 的采样。检查电缆和本计算机的负荷。</translation>
    </message>
    <message>
      <source>Neither torque nor current was recorded; nothing can be identified from this run.</source>
      <translation>力矩和电流都未录制；无法由此次运行辨识。</translation>
    </message>
    <message>
      <source>With its following error {joint} used {share:%} of its {limit} limit. Plan with a smaller share of the limits.</source>
      <translation>计入跟随误差，{joint} 用到其 {limit} 限值的 {share:%}。规划时用较小的限值比例。</translation>
    </message>
    <message>
      <source>{joint} was up to {error} {unit} from the trajectory. Check the payload set in the controller, and the drive.</source>
      <translation>{joint} 偏离轨迹最多 {error} {unit}。检查控制器中设置的负载和驱动器。</translation>
    </message>
    <message>
      <source>{joint} took {share:%} of its rated torque. Plan a slower motion.</source>
      <translation>{joint} 用到额定力矩的 {share:%}。规划更慢的运动。</translation>
    </message>
    <message>
      <source>Some parameters cannot be seen in this motion at all. Let more joints move, or plan another motion.</source>
      <translation>有些参数在此运动中完全看不到。让更多关节运动，或规划另一种运动。</translation>
    </message>
    <message>
      <source>The condition number {condition_number:apart limit} is above {limit:apart condition_number}: some parameters hide behind others. Plan another motion, or take more time for it.</source>
      <translation>条件数 {condition_number:apart limit} 高于 {limit:apart condition_number}：有些参数被其他参数掩盖。规划另一种运动，或延长其时间。</translation>
    </message>
    <message>
      <source>The condition number {condition_number:apart limit} is above {limit:apart condition_number}: the least visible parameters get wide ±. More time to plan may find a better motion.</source>
      <translation>条件数 {condition_number:apart limit} 高于 {limit:apart condition_number}：最不明显的参数 ± 较大。延长规划时间也许能找到更好的运动。</translation>
    </message>
    <message>
      <source>The motion takes {limit_use:%} of a limit. No arm may run it.</source>
      <translation>该运动用到一项限值的 {limit_use:%}。任何机械臂都不得运行。</translation>
    </message>
    <message>
      <source>The motion may not be run. What forbids it is named with it ({count}).</source>
      <translation>不得运行此运动。禁止的原因已列在其旁（{count} 项）。</translation>
    </message>
    <message>
      <source>starts at {start}{unit}, outside {lower}{unit} to {upper}{unit}; start from another pose</source>
      <translation>起点为 {start}{unit}，超出 {lower}{unit} 至 {upper}{unit}；从其他位姿开始</translation>
    </message>
    <message>
      <source>starts at {start}{unit}, at an end of {lower}{unit} to {upper}{unit}; start at least {needed}{unit} inside</source>
      <translation>起点为 {start}{unit}，在 {lower}{unit} 至 {upper}{unit} 的端部；起点须在端部以内至少 {needed}{unit}</translation>
    </message>
    <message>
      <source>cannot get farther than {reach}{unit} from its start in {seconds} s within {limit}{unit}{per}, and {needed}{unit} are needed; allow more, take longer, or lock it</source>
      <translation>在 {seconds} s 内、限值 {limit}{unit}{per} 之下，离起点最远只能到 {reach}{unit}，而需要 {needed}{unit}；放宽限值、延长时间或锁定它</translation>
    </message>
    <message>
      <source>cannot get farther than {reach}{unit} from its start between {lower}{unit} and {upper}{unit}, and {needed}{unit} are needed; start elsewhere or lock it</source>
      <translation>在 {lower}{unit} 与 {upper}{unit} 之间，离起点最远只能到 {reach}{unit}，而需要 {needed}{unit}；从别处开始或锁定它</translation>
    </message>
    <message>
      <source>{first} and {second} are {distance} mm apart; {limit} mm are kept free</source>
      <translation>{first} 与 {second} 相距 {distance} mm；须留出 {limit} mm</translation>
    </message>
    <message>
      <source>{first} and {second} overlap by {distance} mm</source>
      <translation>{first} 与 {second} 重叠 {distance} mm</translation>
    </message>
    <message>
      <source>needs {share:%} of its rated torque to hold and leave the start pose with the heaviest payload; start from another pose</source>
      <translation>带最重负载保持并离开起始位姿需要额定力矩的 {share:%}；从其他位姿开始</translation>
    </message>
    <message>
      <source>there is no joint {joint}; the arm has {joints}</source>
      <translation>没有关节 {joint}；机械臂有 {joints}</translation>
    </message>
    <message>
      <source>all {joints} joints are locked; leave one free</source>
      <translation>全部 {joints} 个关节都已锁定；至少留一个自由</translation>
    </message>
    <message>
      <source>it starts and ends at rest with {fewest} harmonics or more, not with {harmonics}</source>
      <translation>起止时静止至少需要 {fewest} 个谐波，而不是 {harmonics} 个</translation>
    </message>
    <message>
      <source>{rows} rows of samples cannot determine {columns} parameters; sample more often or take longer</source>
      <translation>{rows} 行采样无法确定 {columns} 个参数；提高采样率或延长时间</translation>
    </message>
    <message>
      <source>{harmonics} harmonics and {samples} samples cannot tell {columns} parameters apart; use more</source>
      <translation>{harmonics} 个谐波和 {samples} 个采样无法区分 {columns} 个参数；增加数量</translation>
    </message>
    <message>
      <source>this is not JSON: {reason}</source>
      <translation>这不是 JSON：{reason}</translation>
    </message>
    <message>
      <source>this is not an object with names and values</source>
      <translation>这不是由名称和值组成的对象</translation>
    </message>
  </context>
  <context>
    <name>resources/words/files.toml</name>
    <message>
      <source>The disk is full.</source>
      <translation>磁盘已满。</translation>
    </message>
    <message>
      <source>{file} was not written.</source>
      <translation>未写入 {file}。</translation>
    </message>
    <message>
      <source>Make room and try again.</source>
      <translation>腾出空间后重试。</translation>
    </message>
    <message>
      <source>The disk is too full for {file}: {needed:MB} MB are needed, {free:MB free} MB are free.</source>
      <translation>磁盘空间不足，无法写入 {file}：需要 {needed:MB} MB，剩余 {free:MB free} MB。</translation>
    </message>
    <message>
      <source>Your share of the disk (quota) is used up: {file} needs {needed:MB} MB.</source>
      <translation>您的磁盘配额已用完：{file} 需要 {needed:MB} MB。</translation>
    </message>
    <message>
      <source>Remove files that are not needed, or ask for a larger share, and try again.</source>
      <translation>删除不需要的文件，或申请更大的配额，然后重试。</translation>
    </message>
    <message>
      <source>{file} cannot grow beyond {free:MB free} MB here, and {needed:MB} MB are needed.</source>
      <translation>{file} 在此处不能超过 {free:MB free} MB，而需要 {needed:MB} MB。</translation>
    </message>
    <message>
      <source>The disk's format or a limit of the system allows no larger file; nothing was changed.</source>
      <translation>磁盘格式或系统限制不允许更大的文件；未作任何更改。</translation>
    </message>
    <message>
      <source>Use another disk, or raise the limit.</source>
      <translation>请使用其他磁盘，或提高限制。</translation>
    </message>
    <message>
      <source>The disk refused {file}: {needed:MB} MB are needed, and the {free:MB free} MB that are free cannot be used.</source>
      <translation>磁盘拒绝写入 {file}：需要 {needed:MB} MB，而剩余的 {free:MB free} MB 无法使用。</translation>
    </message>
    <message>
      <source>It may hold too many files, or keep the rest for the system; nothing was changed.</source>
      <translation>磁盘上的文件可能过多，或剩余空间留给系统使用；未作任何更改。</translation>
    </message>
    <message>
      <source>Remove files that are not needed and try again.</source>
      <translation>删除不需要的文件，然后重试。</translation>
    </message>
    <message>
      <source>There is no room on the disk to take {file} into the visit: {needed:MB} MB are needed, {free:MB free} MB are free.</source>
      <translation>磁盘空间不足，无法将 {file} 纳入现场记录：需要 {needed:MB} MB，剩余 {free:MB free} MB。</translation>
    </message>
    <message>
      <source>The recording is kept in that file; the rest of the visit is untouched.</source>
      <translation>录制数据保留在该文件中；现场记录的其余内容未受影响。</translation>
    </message>
    <message>
      <source>Make room on the disk, then open the visit again.</source>
      <translation>请腾出磁盘空间，然后重新打开现场记录。</translation>
    </message>
    <message>
      <source>The disk is too full to go on recording: {free:MB free} MB are free for {file}.</source>
      <translation>磁盘空间不足，无法继续录制：可供 {file} 使用的空间为 {free:MB free} MB。</translation>
    </message>
    <message>
      <source>Make room, then record again.</source>
      <translation>腾出空间后重新录制。</translation>
    </message>
    <message>
      <source>Stopped.</source>
      <translation>已停止。</translation>
    </message>
    <message>
      <source>What was stored before is as it was.</source>
      <translation>之前保存的内容保持不变。</translation>
    </message>
    <message>
      <source>The computer ran out of memory.</source>
      <translation>计算机内存不足。</translation>
    </message>
    <message>
      <source>The work was not finished.</source>
      <translation>工作未完成。</translation>
    </message>
    <message>
      <source>Close other programs or use a shorter recording.</source>
      <translation>关闭其他程序，或使用较短的录制数据。</translation>
    </message>
    <message>
      <source>Something went wrong that Torsion did not expect: {kind}: {text}.</source>
      <translation>发生了 Torsion 未预料到的错误：{kind}：{text}。</translation>
    </message>
    <message>
      <source>The log file has the details; send it with a report.</source>
      <translation>详情见日志文件；报告问题时一并发送。</translation>
    </message>
    <message>
      <source>A process of the program ended by itself ({process}: {reason}).</source>
      <translation>程序的一个进程自行结束（{process}：{reason}）。</translation>
    </message>
    <message>
      <source>Its work was not finished; it moves no robot, and what was stored is as it was.</source>
      <translation>其工作未完成；它不驱动任何机器人，已存储的数据保持不变。</translation>
    </message>
    <message>
      <source>Try again. If it happens again, close other programs: memory may be short.</source>
      <translation>请重试。如果再次发生，请关闭其他程序：内存可能不足。</translation>
    </message>
    <message>
      <source>The system does not allow access to {file}.</source>
      <translation>系统不允许访问 {file}。</translation>
    </message>
    <message>
      <source>Check its permissions or choose another place.</source>
      <translation>检查其权限，或选择其他位置。</translation>
    </message>
    <message>
      <source>{file} is a folder, not a file.</source>
      <translation>{file} 是文件夹，不是文件。</translation>
    </message>
    <message>
      <source>Name a file in it.</source>
      <translation>指定其中的一个文件。</translation>
    </message>
    <message>
      <source>{file} could not be used: {text}.</source>
      <translation>{file} 无法使用：{text}。</translation>
    </message>
    <message>
      <source>Check the file.</source>
      <translation>检查该文件。</translation>
    </message>
    <message>
      <source>{file} is read by this work and cannot be written by it too.</source>
      <translation>{file} 是本次工作的输入，不能同时作为输出。</translation>
    </message>
    <message>
      <source>Name another file.</source>
      <translation>请指定另一个文件。</translation>
    </message>
    <message>
      <source>{file} is the name or the file of a visit, of another HDF5 file, or of a recording under way.</source>
      <translation>{file} 是现场记录、其他 HDF5 文件或正在进行的采集的名称或文件。</translation>
    </message>
    <message>
      <source>Results never replace measurements. Nothing was changed.</source>
      <translation>结果绝不会替换测量数据。未作任何更改。</translation>
    </message>
    <message>
      <source>{file} is a link.</source>
      <translation>{file} 是一个链接。</translation>
    </message>
    <message>
      <source>Nothing is written through a link or in its place. Nothing was changed.</source>
      <translation>不会通过链接写入，也不会替换链接。未作任何更改。</translation>
    </message>
    <message>
      <source>Name the file itself, or another one.</source>
      <translation>请指定文件本身，或另一个文件。</translation>
    </message>
    <message>
      <source>{file} is a folder.</source>
      <translation>{file} 是一个文件夹。</translation>
    </message>
    <message>
      <source>{file} is a device, not a file.</source>
      <translation>{file} 是设备，不是文件。</translation>
    </message>
    <message>
      <source>{name} is a name that Windows keeps for devices or forbids.</source>
      <translation>{name} 是操作系统为设备保留或禁止使用的名称。</translation>
    </message>
    <message>
      <source>{file} exists and holds something else than an older result of the same kind ({kind}).</source>
      <translation>{file} 已存在，且其内容不是同类（{kind}）的旧结果。</translation>
    </message>
    <message>
      <source>Name another file, or remove this one first.</source>
      <translation>请指定另一个文件，或先删除此文件。</translation>
    </message>
    <message>
      <source>{file} is write-protected.</source>
      <translation>{file} 受写保护。</translation>
    </message>
    <message>
      <source>There is no folder {folder}.</source>
      <translation>没有文件夹 {folder}。</translation>
    </message>
    <message>
      <source>Make the folder, or name another one.</source>
      <translation>请创建该文件夹，或指定另一个文件夹。</translation>
    </message>
    <message>
      <source>No file can be made in the folder {folder} ({text}).</source>
      <translation>无法在文件夹 {folder} 中创建文件（{text}）。</translation>
    </message>
    <message>
      <source>Choose another folder, or make room and allow it.</source>
      <translation>请选择另一个文件夹，或腾出空间并授予权限。</translation>
    </message>
    <message>
      <source>Two results would be written to one file, {file}.</source>
      <translation>两个结果将写入同一个文件 {file}。</translation>
    </message>
    <message>
      <source>Name a file of its own for each.</source>
      <translation>请为每个结果各指定一个文件。</translation>
    </message>
    <message>
      <source>{file} is a file, not a folder.</source>
      <translation>{file} 是文件，不是文件夹。</translation>
    </message>
    <message>
      <source>Name a folder.</source>
      <translation>请指定一个文件夹。</translation>
    </message>
    <message>
      <source>{file} exists and is not a visit.</source>
      <translation>{file} 已存在，但不是现场记录文件。</translation>
    </message>
    <message>
      <source>Name a visit, or a file that is not there yet.</source>
      <translation>请指定一个现场记录文件，或一个尚不存在的文件。</translation>
    </message>
    <message>
      <source>The disk or your share of it is full: {file} needs {missing} bytes more.</source>
      <translation>磁盘或您的配额已满：{file} 还需要 {missing} 字节。</translation>
    </message>
    <message>
      <source>It was not written. A file that was there before is as it was.</source>
      <translation>该文件未写入。原有文件保持不变。</translation>
    </message>
    <message>
      <source>The system allows no file of {needed} bytes: {file} was not written.</source>
      <translation>系统不允许 {needed} 字节的文件：{file} 未写入。</translation>
    </message>
    <message>
      <source>A file that was there before is as it was.</source>
      <translation>原有文件保持不变。</translation>
    </message>
    <message>
      <source>Raise the limit on the size of files, or write to another disk.</source>
      <translation>请提高文件大小限制，或写入另一个磁盘。</translation>
    </message>
    <message>
      <source>There is no room for another file in the folder {folder} ({text}).</source>
      <translation>文件夹 {folder} 中没有空间再容纳文件（{text}）。</translation>
    </message>
    <message>
      <source>Standard output takes no more ({text}).</source>
      <translation>标准输出无法继续写入（{text}）。</translation>
    </message>
    <message>
      <source>Some of what was to be printed is lost.</source>
      <translation>部分待输出的内容已丢失。</translation>
    </message>
    <message>
      <source>Send it to another file, or use --json FILE.</source>
      <translation>请输出到另一个文件，或用 --json 写入文件。</translation>
    </message>
    <message>
      <source>{file} is open in another program, or its folder is closed to you.</source>
      <translation>{file} 被其他程序打开，或您没有该文件夹的权限。</translation>
    </message>
    <message>
      <source>Close that program and try again, or name another file.</source>
      <translation>关闭该程序后重试，或另选文件名。</translation>
    </message>
    <message>
      <source>{file} could not be written ({text}).</source>
      <translation>无法写入 {file}（{text}）。</translation>
    </message>
    <message>
      <source>Check the disk and its folder.</source>
      <translation>请检查磁盘及其文件夹。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/franka.toml</name>
    <message>
      <source>The computer at {address} answers, but its port {port} (FCI) is closed.</source>
      <translation>{address} 处的计算机有应答，但其端口 {port}（FCI）已关闭。</translation>
    </message>
    <message>
      <source>The interface is not activated, the controller is still starting, or this is no arm. No connection was made.</source>
      <translation>接口未激活、控制器仍在启动，或这不是机械臂。未建立连接。</translation>
    </message>
    <message>
      <source>Open Desk, the controller's own page, at https://{address}: unlock the joints and activate FCI in the menu. The arm needs the maker's licence for FCI.</source>
      <translation>打开控制器自身的页面 Desk（https://{address}）：解锁关节，并在菜单中激活 FCI。机械臂需要制造商的 FCI 许可证。</translation>
    </message>
    <message>
      <source>The controller speaks version {told} of the interface; Torsion speaks {oldest} to {newest}.</source>
      <translation>控制器使用接口版本 {told}；Torsion 支持 {oldest} 至 {newest}。</translation>
    </message>
    <message>
      <source>Update the controller's system, or Torsion if the controller's version is the newer one.</source>
      <translation>请更新控制器的系统；若控制器的版本更新，则更新 Torsion。</translation>
    </message>
    <message>
      <source>The controller sends states of {size} bytes, which Torsion does not know.</source>
      <translation>控制器发送 {size} 字节的状态，Torsion 不认识这种状态。</translation>
    </message>
    <message>
      <source>Update Torsion, or use a system of the controller that it knows.</source>
      <translation>请更新 Torsion，或使用它认识的控制器系统版本。</translation>
    </message>
    <message>
      <source>The controller answered, but sent no states to this computer within {waited_s} s (UDP, port {port}).</source>
      <translation>控制器有应答，但在 {waited_s} s 内没有向本机发送状态（UDP，端口 {port}）。</translation>
    </message>
    <message>
      <source>A firewall of this computer keeps them back: let UDP in from the controller. Connect the cable to the controller's own socket, not to that of the arm.</source>
      <translation>本机防火墙阻止了状态：请允许来自控制器的 UDP。将电缆连接到控制器自身的接口，而不是机械臂上的接口。</translation>
    </message>
    <message>
      <source>The description that the controller hands out is not one of an arm of seven joints ({reason}).</source>
      <translation>控制器给出的描述不是七关节机械臂的描述（{reason}）。</translation>
    </message>
    <message>
      <source>Update the controller's system. If that does not help, report it to us with the log file.</source>
      <translation>请更新控制器的系统。若无效，请连同日志文件向我们报告。</translation>
    </message>
    <message>
      <source>The maker's client cannot connect ({said}).</source>
      <translation>制造商的客户端无法连接（{said}）。</translation>
    </message>
    <message>
      <source>End other programs that use the arm, such as a node of ROS, and connect again. Without motion=allowed Torsion reads the arm by its own client.</source>
      <translation>结束使用机械臂的其他程序，例如 ROS 节点，然后重新连接。不写 motion=allowed 时，Torsion 用自己的客户端读取机械臂。</translation>
    </message>
    <message>
      <source>The controller has closed the connection: another program has taken the arm, or FCI was deactivated.</source>
      <translation>控制器关闭了连接：另一个程序接管了机械臂，或 FCI 已停用。</translation>
    </message>
    <message>
      <source>The controller serves one program. The controller stops a motion of this program. What was recorded is kept.</source>
      <translation>控制器只服务一个程序。控制器会停止本程序的运动。已录制的数据会保留。</translation>
    </message>
    <message>
      <source>Look in Desk whether FCI is active, end the other program, and connect again.</source>
      <translation>在 Desk 中查看 FCI 是否激活，结束另一个程序，然后重新连接。</translation>
    </message>
    <message>
      <source>The controller's clock went back from {before} s to {now} s.</source>
      <translation>控制器的时钟从 {before} s 回到了 {now} s。</translation>
    </message>
    <message>
      <source>It has restarted. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>控制器已重新启动。已向机械臂发送停止；已录制的数据会保留。</translation>
    </message>
    <message>
      <source>Find out why it restarted, and connect again.</source>
      <translation>查明重新启动的原因，然后重新连接。</translation>
    </message>
    <message>
      <source>The controller sends a position that no joint can have ({field}).</source>
      <translation>控制器发送的位置是任何关节都不可能有的（{field}）。</translation>
    </message>
    <message>
      <source>What arrives cannot be trusted. A stop was sent to the arm; what was recorded is kept.</source>
      <translation>收到的数据不可信。已向机械臂发送停止；已录制的数据会保留。</translation>
    </message>
    <message>
      <source>Look for messages in Desk, and connect again.</source>
      <translation>在 Desk 中查看消息，然后重新连接。</translation>
    </message>
    <message>
      <source>The controller refuses a load of {mass} kg ({said}).</source>
      <translation>控制器拒绝 {mass} kg 的负载（{said}）。</translation>
    </message>
    <message>
      <source>The load that was set before stays.</source>
      <translation>之前设置的负载保持不变。</translation>
    </message>
    <message>
      <source>Check mass and centre: arms of Franka carry 3 kg. A load can be set while the arm stands.</source>
      <translation>检查质量和质心：Franka 机械臂可承载 3 kg。机械臂静止时才能设置负载。</translation>
    </message>
    <message>
      <source>Somebody guides the arm by hand.</source>
      <translation>有人正在用手引导机械臂。</translation>
    </message>
    <message>
      <source>No motion begins.</source>
      <translation>不会开始运动。</translation>
    </message>
    <message>
      <source>Release the buttons at the arm and wait until it stands.</source>
      <translation>松开机械臂上的按钮，等待其静止。</translation>
    </message>
    <message>
      <source>The arm is busy with something else: it recovers from an error, or its joints are locked.</source>
      <translation>机械臂正忙于其他事情：正在从错误中恢复，或其关节被锁定。</translation>
    </message>
    <message>
      <source>Open Desk: unlock the joints, switch to execution, and activate FCI.</source>
      <translation>打开 Desk：解锁关节，切换到执行模式，并激活 FCI。</translation>
    </message>
    <message>
      <source>The controller reports errors ({errors}).</source>
      <translation>控制器报告错误（{errors}）。</translation>
    </message>
    <message>
      <source>Remove the cause, clear the fault, and check the arm again. The maker's documents explain the names.</source>
      <translation>排除原因，清除故障，并重新检查机械臂。错误名称见制造商的文档。</translation>
    </message>
    <message>
      <source>The controller does not clear its errors ({said}).</source>
      <translation>控制器没有清除其错误（{said}）。</translation>
    </message>
    <message>
      <source>Open Desk: release the emergency stop or the enabling device, move the joints back into their range, and clear the fault again.</source>
      <translation>打开 Desk：释放急停或使能装置，将关节移回其范围内，然后再次清除故障。</translation>
    </message>
    <message>
      <source>This arm is only read, so Torsion does not clear its fault ({fault}).</source>
      <translation>该机械臂只被读取，因此 Torsion 不清除其故障（{fault}）。</translation>
    </message>
    <message>
      <source>Clear it in Desk, or write motion=allowed behind the arm's name.</source>
      <translation>请在 Desk 中清除，或在机械臂的名称后写上 motion=allowed。</translation>
    </message>
    <message>
      <source>To let Torsion move this arm, write motion=allowed behind its name, such as franka:10.0.0.2?motion=allowed.</source>
      <translation>要让 Torsion 驱动该机械臂，请在其名称后写上 motion=allowed，例如 franka:10.0.0.2?motion=allowed。</translation>
    </message>
    <message>
      <source>The maker's client, which moves the arm, runs on Linux only; this system is {system}.</source>
      <translation>驱动机械臂的制造商客户端只能在 Linux 上运行；本系统为 {system}。</translation>
    </message>
    <message>
      <source>Move the arm from a computer with Linux, or record here while it is guided by hand.</source>
      <translation>请用装有 Linux 的计算机驱动机械臂，或在用手引导时在此录制。</translation>
    </message>
    <message>
      <source>The controller speaks version {told} of the interface; the maker's client moves arms of version {needed}.</source>
      <translation>控制器使用接口版本 {told}；制造商的客户端驱动版本为 {needed} 的机械臂。</translation>
    </message>
    <message>
      <source>Update the controller's system to 5.9 or newer. An arm of the first generation (Panda, FER) has no such system: record it while it is guided by hand.</source>
      <translation>将控制器的系统更新到 5.9 或更新版本。第一代机械臂（Panda、FER）没有这样的系统：请在用手引导时录制。</translation>
    </message>
    <message>
      <source>The arm is not at port 1337, and the maker's client knows no other.</source>
      <translation>机械臂不在端口 1337 上，而制造商的客户端只认识该端口。</translation>
    </message>
    <message>
      <source>Connect to the controller itself, without a port behind its name.</source>
      <translation>请直接连接控制器，名称后不写端口。</translation>
    </message>
    <message>
      <source>The maker's client is not installed ({package}; this is Python {python}).</source>
      <translation>未安装制造商的客户端（{package}；此为 Python {python}）。</translation>
    </message>
    <message>
      <source>Install it with pip install torsion[franka]. Its maker offers it for Linux on x86-64 and Python 3.11 and 3.12.</source>
      <translation>用 pip install torsion[franka] 安装。制造商为 x86-64 上的 Linux 以及 Python 3.11 和 3.12 提供该客户端。</translation>
    </message>
    <message>
      <source>Limits and distances would be those of another arm. The arm is only read.</source>
      <translation>限值和距离将属于另一台机械臂。只读取该机械臂。</translation>
    </message>
    <message>
      <source>Choose the description of this arm.</source>
      <translation>选择该机械臂的描述。</translation>
    </message>
    <message>
      <source>In the last second the states came up to {late_s} s late, and {lost:%} of them not at all; {most_s} s and {most_lost:%} are the limits.</source>
      <translation>最近一秒内，状态最多迟到 {late_s} s，且有 {lost:%} 没有到达；限值为 {most_s} s 和 {most_lost:%}。</translation>
    </message>
    <message>
      <source>The controller would end a motion. Nothing has moved.</source>
      <translation>控制器会结束运动。未发生任何运动。</translation>
    </message>
    <message>
      <source>Connect the computer directly by cable, end other programs, and use a kernel with real-time priority (the maker describes it).</source>
      <translation>用电缆直接连接计算机，结束其他程序，并使用具有实时优先级的内核（见制造商的说明）。</translation>
    </message>
    <message>
      <source>The controller has ended the motion ({said}).</source>
      <translation>控制器结束了运动（{said}）。</translation>
    </message>
    <message>
      <source>Look for messages in Desk, clear the fault, and check the arm again.</source>
      <translation>在 Desk 中查看消息，清除故障，并重新检查机械臂。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/friction.toml</name>
    <message>
      <source>{robot} measures its torque behind the gear.</source>
      <translation>{robot} 在减速器之后测量力矩。</translation>
    </message>
    <message>
      <source>The friction of motor and gear does not reach a sensor there, so it cannot be measured with it.</source>
      <translation>电机和减速器的摩擦不会传到该处的传感器，因此无法用它测量。</translation>
    </message>
    <message>
      <source>Use the motor currents, if the controller tells them.</source>
      <translation>若控制器提供，使用电机电流。</translation>
    </message>
    <message>
      <source>No joint moves in {recording}.</source>
      <translation>在 {recording} 中没有关节运动。</translation>
    </message>
    <message>
      <source>The longest travel is {travel:deg}°, of {joint:joint}; a stroke needs {needed:deg}°.</source>
      <translation>最大行程为 {travel:deg}°（{joint:joint}）；一个行程需要 {needed:deg}°。</translation>
    </message>
    <message>
      <source>Run the friction procedure, or record one joint after the other going there and back at a steady speed, the others at rest, at four speeds or more.</source>
      <translation>请运行摩擦测量步骤，或逐个关节记录匀速往返运动，其余关节静止，至少四种速度。</translation>
    </message>
    <message>
      <source>In {recording} the joints move together.</source>
      <translation>在 {recording} 中多个关节同时运动。</translation>
    </message>
    <message>
      <source>Several joints move during {together:%} of the motion; {joint:joint} travels {travel:deg}° at up to {speed:deg} °/s.</source>
      <translation>运动时间中有 {together:%} 为多个关节同时运动；{joint:joint} 行程 {travel:deg}°，最高 {speed:deg} °/s。</translation>
    </message>
    <message>
      <source>In {recording} no joint moves at a steady speed.</source>
      <translation>在 {recording} 中没有关节匀速运动。</translation>
    </message>
    <message>
      <source>Of the moves of one joint, {short} were steady for too short and {unsteady} had no steady speed; {joint:joint} travels {travel:deg}° at up to {speed:deg} °/s.</source>
      <translation>单关节运动中，{short} 次匀速段过短，{unsteady} 次没有匀速段；{joint:joint} 行程 {travel:deg}°，最高 {speed:deg} °/s。</translation>
    </message>
    <message>
      <source>No recording was named.</source>
      <translation>未指定录制数据。</translation>
    </message>
    <message>
      <source>There is nothing to measure friction from.</source>
      <translation>没有可用于测量摩擦的内容。</translation>
    </message>
    <message>
      <source>Choose at least one.</source>
      <translation>至少选择一个。</translation>
    </message>
    <message>
      <source>There is no {joint:joint}; the arm has {joints}.</source>
      <translation>没有 {joint:joint}；机械臂有 {joints}。</translation>
    </message>
    <message>
      <source>Choose among those.</source>
      <translation>从中选择。</translation>
    </message>
    <message>
      <source>No pose was found in which {joint:joint} can be swept clear of everything.</source>
      <translation>找不到 {joint:joint} 可无碰撞扫掠的位姿。</translation>
    </message>
    <message>
      <source>{tried} poses around where the arm stands had room; the way to them, or the strokes there, were not allowed. Nothing has moved.</source>
      <translation>机械臂当前位置周围有 {tried} 个位姿有空间；但到达它们的途径或该处的行程不被允许。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Move the arm where it has more room, or leave that joint out.</source>
      <translation>将机械臂移到空间更大的地方，或省略该关节。</translation>
    </message>
    <message>
      <source>The speed limit of {joint:joint} is not known.</source>
      <translation>{joint:joint} 的速度限值未知。</translation>
    </message>
    <message>
      <source>How fast a sweep may be, and a move to its beginning, is a share of it. Nothing has moved.</source>
      <translation>扫掠及移到其起点的速度都是它的一个比例。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Add the limit to the description of the robot.</source>
      <translation>在机器人描述中添加该限值。</translation>
    </message>
    <message>
      <source>{controller} tells neither torque nor current.</source>
      <translation>{controller} 既不提供力矩也不提供电流。</translation>
    </message>
    <message>
      <source>Friction is what the drives have to give beyond the load. Nothing has moved.</source>
      <translation>摩擦是驱动器在载荷之外需要付出的力矩。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Let the controller stream motor currents.</source>
      <translation>让控制器实时传送电机电流。</translation>
    </message>
    <message>
      <source>{joint:Joint} was not swept at a steady speed. Run the friction procedure for it.</source>
      <translation>{joint:Joint} 没有匀速扫掠。对其运行摩擦测量流程。</translation>
    </message>
    <message>
      <source>{strokes} strokes of {joint:joint} were at a steady speed for too short. Use a wider range or lower speeds.</source>
      <translation>{joint:joint} 有 {strokes} 个行程的匀速时间太短。使用更大的范围或更低的速度。</translation>
    </message>
    <message>
      <source>{strokes} strokes of {joint:joint} had no steady speed. Only that part counts.</source>
      <translation>{joint:joint} 有 {strokes} 个行程没有匀速段。只有匀速部分计入。</translation>
    </message>
    <message>
      <source>{strokes} strokes of {joint:joint} were moves to another place, faster than the sweeps. They do not count.</source>
      <translation>{joint:joint} 的 {strokes} 个行程是移动到其他位置，速度高于往返测量，不计入。</translation>
    </message>
    <message>
      <source>{strokes} strokes of {joint:joint} have none back at the same speed over the same positions.</source>
      <translation>{joint:joint} 有 {strokes} 个行程没有以相同速度经过相同位置的回程。</translation>
    </message>
    <message>
      <source>{joint:Joint} was swept there and back {pairs} times; models need {needed}. Sweep at more speeds.</source>
      <translation>{joint:Joint} 往返扫掠了 {pairs} 次；模型需要 {needed} 次。以更多速度扫掠。</translation>
    </message>
    <message>
      <source>The fastest sweep of {joint:joint} was {ratio:apart wanted} times as fast as the slowest; {wanted:apart ratio} times say how friction depends on speed. Sweep slower and faster.</source>
      <translation>{joint:joint} 最快的扫掠是最慢的 {ratio:apart wanted} 倍；达到 {wanted:apart ratio} 倍才能看出摩擦随速度的变化。增加更慢和更快的扫掠。</translation>
    </message>
    <message>
      <source>The torque of {joint:joint} seems to drive the motion at some speed, not to brake it. Check the signs of torque and position.</source>
      <translation>{joint:joint} 的力矩在某些速度下似乎在驱动运动，而不是阻碍运动。检查力矩和位置的符号。</translation>
    </message>
    <message>
      <source>The friction points of {joint:joint} are uncertain by {share:% apart limit} of it; {limit:% apart share} are usual. Sweep again with longer strokes.</source>
      <translation>{joint:joint} 的摩擦点不确定度为 {share:% apart limit}；通常为 {limit:% apart share}。用更长的行程重新扫掠。</translation>
    </message>
    <message>
      <source>The load on {joint:joint} changed by only {span} N·m, so how friction grows with load was not measured.</source>
      <translation>{joint:joint} 的载荷只变化了 {span} N·m，因此没有测出摩擦随载荷的增长。</translation>
    </message>
    <message>
      <source>The friction of {joint:joint} changed by {share:%} between the first and the last sweep. Warm the arm up and sweep again.</source>
      <translation>{joint:joint} 的摩擦从第一次到最后一次扫掠变化了 {share:%}。预热机械臂后重新扫掠。</translation>
    </message>
    <message>
      <source>The best model of {joint:joint} misses strokes it was not fitted to by {share:% apart limit} of the friction; {limit:% apart share} are usual. Sweep at more speeds.</source>
      <translation>{joint:joint} 的最佳模型在未参与拟合的行程上误差为摩擦的 {share:% apart limit}；通常为 {limit:% apart share}。以更多速度扫掠。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/identification.toml</name>
    <message>
      <source>The recording {recording} is too short to be filtered.</source>
      <translation>录制数据 {recording} 太短，无法滤波。</translation>
    </message>
    <message>
      <source>Nothing was computed.</source>
      <translation>没有进行任何计算。</translation>
    </message>
    <message>
      <source>Choose a longer one.</source>
      <translation>选择更长的录制数据。</translation>
    </message>
    <message>
      <source>{samples} samples are too few for the filter, which needs {needed}.</source>
      <translation>{samples} 个采样对滤波器太少，至少需要 {needed} 个。</translation>
    </message>
    <message>
      <source>Choose a longer recording or a higher cut-off.</source>
      <translation>选择更长的录制数据，或更高的截止频率。</translation>
    </message>
    <message>
      <source>There are {samples} samples; at least {needed} are needed.</source>
      <translation>有 {samples} 个采样；至少需要 {needed} 个。</translation>
    </message>
    <message>
      <source>Choose more rows.</source>
      <translation>选择更多行。</translation>
    </message>
    <message>
      <source>{rows} samples cannot determine {columns} parameters.</source>
      <translation>{rows} 个采样无法确定 {columns} 个参数。</translation>
    </message>
    <message>
      <source>Nothing was identified.</source>
      <translation>未进行辨识。</translation>
    </message>
    <message>
      <source>Use longer or more recordings.</source>
      <translation>使用更长或更多的录制数据。</translation>
    </message>
    <message>
      <source>No joint moves in these recordings.</source>
      <translation>这些录制数据中没有关节运动。</translation>
    </message>
    <message>
      <source>None of the {columns} parameters can be determined.</source>
      <translation>{columns} 个参数均无法确定。</translation>
    </message>
    <message>
      <source>Record an excitation motion.</source>
      <translation>录制一次激励运动。</translation>
    </message>
    <message>
      <source>{given} shape constants were given; the friction model {friction} has {names}.</source>
      <translation>给出了 {given} 个形状常数；摩擦模型 {friction} 需要 {names}。</translation>
    </message>
    <message>
      <source>Give one number for each of them, or none to have them searched.</source>
      <translation>为每个常数各给一个数，或不给以自动搜索。</translation>
    </message>
    <message>
      <source>Shape constants belong to one friction model, and it is to be chosen by data.</source>
      <translation>形状常数属于某一个摩擦模型，而该模型将由数据选择。</translation>
    </message>
    <message>
      <source>Name the friction model, or leave its shape constants out.</source>
      <translation>指定摩擦模型，或不给出形状常数。</translation>
    </message>
    <message>
      <source>The recording {recording} has {recording_joints} joints, the robot {robot} has {robot_joints}.</source>
      <translation>录制数据 {recording} 有 {recording_joints} 个关节，机器人 {robot} 有 {robot_joints} 个。</translation>
    </message>
    <message>
      <source>They do not belong together.</source>
      <translation>它们不匹配。</translation>
    </message>
    <message>
      <source>Choose the robot the recording was made with.</source>
      <translation>选择录制时所用的机器人。</translation>
    </message>
    <message>
      <source>It has {has}; positions come from one of {needed}.</source>
      <translation>其中有 {has}；位置需来自 {needed} 之一。</translation>
    </message>
    <message>
      <source>Choose another recording, or import it again with that column.</source>
      <translation>请选择其他记录，或连同该列重新导入。</translation>
    </message>
    <message>
      <source>The recording {recording} holds neither torque nor current.</source>
      <translation>录制数据 {recording} 既无力矩也无电流。</translation>
    </message>
    <message>
      <source>It has {has}; torques come from one of {needed}.</source>
      <translation>其中有 {has}；力矩需来自 {needed} 之一。</translation>
    </message>
    <message>
      <source>A recording holds no twist of the joints.</source>
      <translation>某个录制数据不含关节扭转。</translation>
    </message>
    <message>
      <source>Twist is motor less link encoder; learning from it needs both. Nothing was learned.</source>
      <translation>扭转为电机侧编码器减去连杆侧编码器；学习需要两者。未学习任何内容。</translation>
    </message>
    <message>
      <source>Learn from the state of the joints, or record with both encoders.</source>
      <translation>从关节状态学习，或用双编码器录制。</translation>
    </message>
    <message>
      <source>The recordings give {blocks} blocks of time, {wanted} are wanted; the ± are rough. Record longer.</source>
      <translation>录制数据给出 {blocks} 个时间块，需要 {wanted} 个；± 只是粗略值。延长录制。</translation>
    </message>
    <message>
      <source>The motion does not determine {columns} of the parameters at all. Record a richer motion.</source>
      <translation>该运动完全无法确定 {columns} 个参数。录制更丰富的运动。</translation>
    </message>
    <message>
      <source>The weights of the joints still changed after {iterations} rounds. Compare with another estimator.</source>
      <translation>各关节的权重在 {iterations} 轮后仍在变化。与另一估计器比较。</translation>
    </message>
    <message>
      <source>The torque was measured behind the gear, which hides the friction and rotors of the motors. The friction here is that of the joint alone.</source>
      <translation>力矩在减速器之后测量，看不到电机的摩擦和转子。此处的摩擦只是关节的摩擦。</translation>
    </message>
    <message>
      <source>The motion leaves {open_torque:%} of the torque open. Add a recording that moves all joints, fast and far.</source>
      <translation>该运动有 {open_torque:%} 的力矩未能确定。添加一份所有关节大幅快速运动的录制数据。</translation>
    </message>
    <message>
      <source>The recordings last {duration_s:apart wanted_s} s; at least {wanted_s:apart duration_s} s are wanted. Add another one.</source>
      <translation>录制数据时长 {duration_s:apart wanted_s} s；至少需要 {wanted_s:apart duration_s} s。再添加一份。</translation>
    </message>
    <message>
      <source>The ± of {count} of {all} parameters is mostly systematic: friction of another form, gears that bend, or gains of a data sheet. Longer recordings do not reduce it.</source>
      <translation>{all} 个参数中有 {count} 个的 ± 主要是系统性的：摩擦形式不同、减速器变形，或增益取自数据手册。延长录制不会减小它。</translation>
    </message>
    <message>
      <source>Position and velocity are so noisy that parameters come out too small at a cut-off of {noisy_hz} Hz or more; the model is fitted at {chosen_hz} Hz. Move faster, or record a finer encoder.</source>
      <translation>位置和速度的噪声过大，截止频率为 {noisy_hz} Hz 或更高时，参数会偏小；模型按 {chosen_hz} Hz 拟合。请加快运动，或录制分辨率更高的编码器。</translation>
    </message>
    <message>
      <source>The recorded velocity is {late_ms} ms late, as the difference of two positions is. The velocity was computed from the positions instead. Nothing is to be done.</source>
      <translation>录制的速度晚了 {late_ms} ms，与两个位置之差一样。速度已改由位置计算。无需处理。</translation>
    </message>
    <message>
      <source>The model was not judged on a recording of its own. Choose one to validate with.</source>
      <translation>模型没有用独立的录制数据评判。选择一份用于验证。</translation>
    </message>
    <message>
      <source>The file does not have the identified torque of {joints}, which no body or rotor can have. Identify with --physical, or record a richer motion.</source>
      <translation>文件中没有 {joints} 的辨识力矩，因为没有刚体或转子能有这样的参数。请用 --physical 辨识，或记录更丰富的运动。</translation>
    </message>
    <message>
      <source>Simulated with this file, the arm left the motion of {recording}. Choose MJCF: a URDF has neither rotors nor coupled motors. If it is one, check friction and drive gains.</source>
      <translation>用此文件仿真时，机械臂脱离了 {recording} 的运动。请选择 MJCF：URDF 没有转子，也没有耦合电机。若已是 MJCF，请检查摩擦和驱动增益。</translation>
    </message>
    <message>
      <source>Simulated with this file, the motion of {recording} takes a torque that is {share:%} off.</source>
      <translation>用此文件仿真时，{recording} 的运动所需力矩偏差 {share:%}。</translation>
    </message>
    <message>
      <source>On {recording} the file is farther off than the robot description it came from. Do not use it; check payload, drive gains and the recordings of the fit.</source>
      <translation>在 {recording} 上，此文件比它所依据的机器人描述偏差更大。请勿使用；检查负载、驱动增益和用于拟合的记录。</translation>
    </message>
    <message>
      <source>On {recording} the model misses {relative_error:%} of the torque. Try another friction model, or check payload and drive gains.</source>
      <translation>在 {recording} 上模型误差为力矩的 {relative_error:%}。换用其他摩擦模型，或检查负载和驱动增益。</translation>
    </message>
    <message>
      <source>The error on {recording} is {ratio} times that of the fit. The fit covers too little; add a different motion to it.</source>
      <translation>{recording} 上的误差是拟合误差的 {ratio} 倍。拟合覆盖太少；加入一种不同的运动。</translation>
    </message>
    <message>
      <source>On {recording}, {joints} moved faster than ever in the fit, up to {share:%} of the time. Beyond the known speeds friction is taken to go on along a line. Fit a run with these speeds too.</source>
      <translation>在 {recording} 上，{joints} 的速度超过拟合中的最高速度，最多占 {share:%} 的时间。超出已知速度后，摩擦按直线延续。把含这些速度的运行也用于拟合。</translation>
    </message>
    <message>
      <source>On {recording} the model misses up to {relative_error:%} of the torque of {joints}. Let these joints move further and faster in the fit.</source>
      <translation>在 {recording} 上，模型对 {joints} 的误差最多为力矩的 {relative_error:%}。拟合时让这些关节走得更远、更快。</translation>
    </message>
    <message>
      <source>The model misses up to {unexplained:%} of the variation of the torque of {joints}, worst on {recording}; above {limit:%} no model is good. Check the signs, order and units of the channels, and the friction model.</source>
      <translation>{joints} 的力矩变化中，模型未能解释的部分最多达 {unexplained:%}（{recording} 上最差）；超过 {limit:%} 时任何模型都不算良好。请检查各通道的符号、顺序和单位，以及摩擦模型。</translation>
    </message>
    <message>
      <source>No bodies satisfy the bounds on the masses. Widen the bounds, or leave them out.</source>
      <translation>没有刚体能满足质量的界限。放宽界限，或取消界限。</translation>
    </message>
    <message>
      <source>The search for possible bodies ended without one ({status}). The base parameters stand; export them to json, csv or mat.</source>
      <translation>对物理可行的刚体的搜索未得到结果（{status}）。基参数仍有效；将其导出为 JSON、CSV 或 MAT。</translation>
    </message>
    <message>
      <source>Possible bodies raise the error of the fit by {cost:% apart limit}, over {limit:% apart cost}. Use the base parameters for control; check payload, drive gains and friction model.</source>
      <translation>采用物理可行的刚体使拟合误差增大 {cost:% apart limit}，超过 {limit:% apart cost}。控制用途使用基参数；检查负载、驱动增益和摩擦模型。</translation>
    </message>
    <message>
      <source>Possible bodies raise the error on motion kept back by {cost:% apart limit}, over {limit:% apart cost}. Use the base parameters for control; check payload, drive gains and friction model.</source>
      <translation>采用物理可行的刚体使留出运动上的误差增大 {cost:% apart limit}，超过 {limit:% apart cost}。控制用途使用基参数；检查负载、驱动增益和摩擦模型。</translation>
    </message>
    <message>
      <source>The robot description has no masses, so solid bodies in the shape of the arm fill in what no motor feels. Torques are not affected; add masses to the description if you know them.</source>
      <translation>机器人描述没有质量，电机感受不到的部分由机械臂形状的实心体补足。力矩不受影响；若已知质量，在描述中添加。</translation>
    </message>
    <message>
      <source>One pair of runs cannot show an error that both share, such as a friction model that suits their motion badly. Add a pair with another motion.</source>
      <translation>一对运行无法显示两者共有的误差，例如摩擦模型与其运动不符。添加另一种运动的一对运行。</translation>
    </message>
    <message>
      <source>The gains still changed when the search ended. Record a richer motion, or a heavier payload.</source>
      <translation>搜索结束时增益仍在变化。录制更丰富的运动，或使用更重的负载。</translation>
    </message>
    <message>
      <source>These runs do not determine the gain of {joints}. Let these joints carry and move the payload more.</source>
      <translation>这些运行无法确定 {joints} 的增益。让这些关节更多地承载和移动负载。</translation>
    </message>
    <message>
      <source>The gain of {joints} is less certain than the others. Let these joints carry and move the payload more, or add a pair of runs.</source>
      <translation>{joints} 的增益不如其他关节确定。让这些关节更多地承载和移动负载，或增加一对运行。</translation>
    </message>
    <message>
      <source>The gain of {joints} is far from the one in the robot description. Check the mass of the payload and the units of the current.</source>
      <translation>{joints} 的增益与机器人描述中的相差很大。检查负载的质量和电流的单位。</translation>
    </message>
    <message>
      <source>These runs cannot determine it.</source>
      <translation>这些运行无法确定它。</translation>
    </message>
    <message>
      <source>Its ± is {relative_std:expanded %} of its value.</source>
      <translation>其 ± 为数值的 {relative_std:expanded %}。</translation>
    </message>
    <message>
      <source>This motion cannot determine it.</source>
      <translation>此运动无法确定它。</translation>
    </message>
    <message>
      <source>Its ± is {relative_std:expanded %} of its value, but it is so small that the torque does not depend on it.</source>
      <translation>其 ± 为数值的 {relative_std:expanded %}，但该值很小，力矩与它无关。</translation>
    </message>
    <message>
      <source>Its ± is {relative_std:expanded %} of its value. Record a motion that shows it better before using it.</source>
      <translation>其 ± 为数值的 {relative_std:expanded %}。使用前，录制更能反映它的运动。</translation>
    </message>
    <message>
      <source>Learning is off for {joint}: on motion left out it did not make the error smaller.</source>
      <translation>{joint} 的学习已关闭：在留出的运动上误差没有减小。</translation>
    </message>
    <message>
      <source>Learning is off for {joint}: on motion left out the error fell by {gain:% apart wanted}; {wanted:% apart gain} are wanted.</source>
      <translation>{joint} 的学习已关闭：在留出的运动上误差只减小 {gain:% apart wanted}；要求 {wanted:% apart gain}。</translation>
    </message>
    <message>
      <source>Learning is off for {joint}: on {motion}, left out, the error rose by {harm:%}.</source>
      <translation>{joint} 的学习已关闭：在留出的 {motion} 上误差增大 {harm:%}。</translation>
    </message>
    <message>
      <source>Learning is off for {joint}: on motion left out the error fell by {gain:%} ± {scatter:expanded %}, too uncertain. Add a recording of another motion.</source>
      <translation>{joint} 的学习已关闭：在留出的运动上误差减小 {gain:%} ± {scatter:expanded %}，不确定度太大。添加另一种运动的录制数据。</translation>
    </message>
    <message>
      <source>There is one motion only: learning for {joint} was proven on {stretches} stretches of it, which resemble each other. Add a recording of another motion.</source>
      <translation>只有一种运动：{joint} 的学习是在其中 {stretches} 段上检验的，这些段彼此相似。添加另一种运动的录制数据。</translation>
    </message>
    <message>
      <source>Learning is off for {joint}: {rows} rows to learn from, {wanted} are wanted. Record longer.</source>
      <translation>{joint} 的学习已关闭：可供学习的数据为 {rows} 行，需要 {wanted} 行。延长录制。</translation>
    </message>
    <message>
      <source>Learning is off for {joint}, whose twist is not measured. Learn from its state instead.</source>
      <translation>{joint} 的学习已关闭：其扭转没有测量。改为按其状态学习。</translation>
    </message>
    <message>
      <source>The torque channels of {joints} are exchanged: put right, they fit the motion. Check the cables and the order of the columns, then import again.</source>
      <translation>{joints} 的力矩通道被互换：换回后与运动相符。请检查电缆和数据列的顺序，然后重新导入。</translation>
    </message>
    <message>
      <source>The torque of {joints} has the opposite sign of its position: friction would drive the joint. Check the signs of both channels, then import again.</source>
      <translation>{joints} 的力矩与其位置符号相反：摩擦会驱动关节。请检查两个通道的符号，然后重新导入。</translation>
    </message>
    <message>
      <source>The torques show gravity {angle:deg} ± {std:expanded deg}° away from the robot description: the base leans towards {towards}. Check how the arm is mounted, or correct it and identify again.</source>
      <translation>力矩显示重力方向与机器人描述相差 {angle:deg} ± {std:expanded deg}°：基座朝 {towards} 方向倾斜。请检查机械臂的安装方式，或修正后重新辨识。</translation>
    </message>
    <message>
      <source>The torque of {joints} does not belong to the time of the position, by up to {lag_s:ms} ± {std_s:expanded ms} ms (positive: it is late; negative: early). Check the filters of the recorder, or correct it and identify again.</source>
      <translation>{joints} 的力矩与位置在时间上不一致，最多 {lag_s:ms} ± {std_s:expanded ms} ms（正值：滞后；负值：超前）。请检查记录设备的滤波器，或修正后重新辨识。</translation>
    </message>
    <message>
      <source>The drive gains of {joints} do not fit those of the other joints: the torque is off by {error:%} ± {std:expanded %}. Identify the drive gains with a known payload.</source>
      <translation>{joints} 的驱动增益与其他关节不一致：力矩偏差 {error:%} ± {std:expanded %}。请用已知负载辨识驱动增益。</translation>
    </message>
    <message>
      <source>Real bodies cannot move like this: the nearest ones raise the error by {cost:%}. Check the mounting, and the order and signs of the channels.</source>
      <translation>真实物体不可能这样运动：最接近的物体使误差增加 {cost:%}。请检查安装方式以及通道的顺序和符号。</translation>
    </message>
    <message>
      <source>On {recording} the recorded velocities of {joints} are those of other joints. Check the order of the columns and import again, or let velocities be computed from the positions.</source>
      <translation>{recording} 中 {joints} 记录的速度属于其他关节。请检查数据列的顺序并重新导入，或改为由位置计算速度。</translation>
    </message>
    <message>
      <source>On {recording} the recorded velocity of {joints} has no sign: it never turns round with the position. Record it with its sign, or let velocities be computed from the positions.</source>
      <translation>{recording} 中 {joints} 记录的速度没有符号：它不随位置反向。请带符号记录，或改为由位置计算速度。</translation>
    </message>
    <message>
      <source>On {recording} the recorded velocity of {joints} runs against the position. Check its sign and import again, or let velocities be computed from the positions.</source>
      <translation>{recording} 中 {joints} 记录的速度与位置方向相反。请检查其符号并重新导入，或改为由位置计算速度。</translation>
    </message>
    <message>
      <source>On {recording} the recorded velocity of {joints} is {ratio} times the change of the position. Check the units of both and import again, or let velocities be computed from the positions.</source>
      <translation>{recording} 中 {joints} 记录的速度是位置变化率的 {ratio} 倍。请检查两者的单位并重新导入，或改为由位置计算速度。</translation>
    </message>
    <message>
      <source>On {recording} the recorded velocity of {joints} does not follow the position (correlation {correlation}). Check which columns they are and import again, or let velocities be computed from the positions.</source>
      <translation>{recording} 中 {joints} 记录的速度不随位置变化（相关系数 {correlation}）。请检查它们是哪些列并重新导入，或改为由位置计算速度。</translation>
    </message>
    <message>
      <source>On {recording} the torque of {joints} stays at its limit in up to {share:%} of the motion: what the joint really needed is not recorded. Record again more slowly or with less load, or widen the range of the recorder.</source>
      <translation>在 {recording} 中，{joints} 的力矩在最多 {share:%} 的运动时间内停留在其极限值：关节实际需要的力矩未被记录。请放慢速度或减小负载后重新记录，或扩大记录仪的量程。</translation>
    </message>
    <message>
      <source>On {recording} the motor encoder of {joints} counts backwards, against the link encoder; their difference is no twist. Turn it round, or correct its sign and import again.</source>
      <translation>{recording} 中 {joints} 的电机编码器计数方向相反，与连杆编码器不符；两者之差不是扭转。请将其反向，或修正其符号后重新导入。</translation>
    </message>
    <message>
      <source>On {recording} the link encoder of {joints} counts backwards, against the motor encoder; their difference is no twist. Turn it round, or correct its sign and import again.</source>
      <translation>{recording} 中 {joints} 的连杆编码器计数方向相反，与电机编码器不符；两者之差不是扭转。请将其反向，或修正其符号后重新导入。</translation>
    </message>
    <message>
      <source>On {recording} motor and link encoder of {joints} count against each other, and no third channel tells which is wrong; their difference is no twist. Correct the sign of one and import again.</source>
      <translation>{recording} 中 {joints} 的电机编码器与连杆编码器计数方向相反，且没有第三个通道表明哪个出错；两者之差不是扭转。请修正其中一个的符号后重新导入。</translation>
    </message>
    <message>
      <source>The torques are {factor} times those of the described arm: the values are those at the shafts of the motors, not behind the gears. Import again as torque of the motor.</source>
      <translation>力矩是所描述机械臂的 {factor} 倍：数值是电机轴上的力矩，而不是减速器之后的力矩。请作为电机力矩重新导入。</translation>
    </message>
    <message>
      <source>The torques are {factor} times those of the described arm: the values are those behind the gears, not at the shafts of the motors. Import again as torque of the joint.</source>
      <translation>力矩是所描述机械臂的 {factor} 倍：数值是减速器之后的力矩，而不是电机轴上的力矩。请作为关节力矩重新导入。</translation>
    </message>
    <message>
      <source>On {recording} the motor encoder of {joints} turns {ratio} times as far as the link encoder; their difference is no twist. Check the gear ratio in the robot description, and whether the motor's position is that of its shaft.</source>
      <translation>{recording} 中 {joints} 的电机编码器转过的角度是连杆编码器的 {ratio} 倍；两者之差不是扭转。请检查机器人描述中的减速比，以及电机位置是否为电机轴的位置。</translation>
    </message>
    <message>
      <source>On {recording} the link encoder of {joints} moves 57.3 times as far as the motor encoder: its values are degrees, taken for radians. Import it again with the unit deg.</source>
      <translation>在 {recording} 中，{joints} 的连杆侧编码器的移动量是电机编码器的 57.3 倍：其值以度为单位，却被当作弧度。请以单位 deg 重新导入。</translation>
    </message>
    <message>
      <source>On {recording} the position of {joints} is {lag_s:ms} ms behind the motor encoder: twist and load are not those of one moment. Record all channels from one clock, or leave the position out when you import.</source>
      <translation>在 {recording} 中，{joints} 的位置比电机编码器滞后 {lag_s:ms} ms：扭转与负载不属于同一时刻。请用同一时钟记录所有通道，或在导入时略去位置。</translation>
    </message>
    <message>
      <source>On {recording} the motor encoder of {joints} moves with the link encoder of another joint. Check the order of the columns and the cables, then import again.</source>
      <translation>{recording} 中 {joints} 的电机编码器随另一关节的连杆编码器运动。请检查数据列的顺序和电缆，然后重新导入。</translation>
    </message>
    <message>
      <source>The torques of {joints} do not hold the weight of the links: the controller takes gravity off before it reports. Record the whole torque, or correct it for a model without gravity.</source>
      <translation>{joints} 的力矩中没有连杆的重量：控制器在上报前去掉了重力。请记录完整力矩，或修正为不含重力的模型。</translation>
    </message>
    <message>
      <source>The torques are {factor} times those of the described arm: the values are in {unit}, not in the unit that they were taken for. Import again with that unit.</source>
      <translation>力矩是所描述机械臂的 {factor} 倍：数值的单位是 {unit}，而不是所采用的单位。请用该单位重新导入。</translation>
    </message>
    <message>
      <source>The torques are {factor} ± {std:expanded} times those of the described arm, and no other unit explains it. Check the unit of the effort, the drive gains and the masses of the robot description.</source>
      <translation>力矩是所描述机械臂的 {factor} ± {std:expanded} 倍，其他单位也无法解释。请检查力矩的单位、驱动增益和机器人描述中的质量。</translation>
    </message>
    <message>
      <source>The torques are {factor} ± {std:expanded} times those that the model expects, whatever hangs on the flange. Check the unit of the effort and the drive gains, or identify again.</source>
      <translation>无论法兰上装有什么，力矩都是模型预期的 {factor} ± {std:expanded} 倍。请检查力矩的单位和驱动增益，或重新辨识。</translation>
    </message>
    <message>
      <source>The torques hold {factor} times the weight of the described arm: they count against the positions, or the arm or its mounting is another one. Check the signs, the robot description and the mounting, then import again.</source>
      <translation>力矩所支撑的重量为所描述机械臂的 {factor} 倍：力矩与位置的计数方向相反，或机械臂或其安装方式不同。请检查符号、机器人描述和安装方式，然后重新导入。</translation>
    </message>
    <message>
      <source>The flange carries {mass} ± {std:expanded} kg more than when the model was made. Verify with the same tool, or identify again.</source>
      <translation>法兰上的负载比建立模型时多 {mass} ± {std:expanded} kg。请用相同的工具验证，或重新辨识。</translation>
    </message>
    <message>
      <source>All columns of {joints} are those of each other: exchanged, position and torque fit the described arm. Check the order of the columns, then import again.</source>
      <translation>{joints} 的所有列互相对调：交换后位置与力矩和所描述的机械臂相符。请检查列的顺序，然后重新导入。</translation>
    </message>
    <message>
      <source>{joints} is counted from the horizon, together with {of}, and not from the link before it. Correct it and identify again, or record the angle between the links.</source>
      <translation>{joints} 与 {of} 一起从水平面计数，而不是从前一连杆计数。请修正后重新辨识，或记录连杆之间的角度。</translation>
    </message>
    <message>
      <source>The zero of {joints} is not where the robot description has it: about {angle:deg}° belong to the reading. Correct it and identify again, or put the zero into the robot description.</source>
      <translation>{joints} 的零位不在机器人描述所给的位置：读数应加约 {angle:deg}°。请修正后重新辨识，或将零位写入机器人描述。</translation>
    </message>
    <message>
      <source>All torques too large or too small by one factor, up to {factor}: masses, loads and stiffness are then wrong by as much. A load of known mass shows it.</source>
      <translation>所有力矩同时偏大或偏小，倍数不超过 {factor}：质量、负载和刚度会有同样的误差。质量已知的负载可以显示这一点。</translation>
    </message>
    <message>
      <source>All torques too large or too small by any one factor: nothing here says what the arm weighs. Masses, loads and stiffness are then wrong by as much. A load of known mass shows it.</source>
      <translation>所有力矩同时偏大或偏小任意倍数：这里没有任何信息说明机械臂有多重。质量、负载和刚度会有同样的误差。质量已知的负载可以显示这一点。</translation>
    </message>
    <message>
      <source>What was wrong already when the model was made, such as the unit of all torques.</source>
      <translation>建立模型时就已存在的错误，例如所有力矩的单位。</translation>
    </message>
    <message>
      <source>The base turned about the vertical, or another zero of {joints}: gravity stays the same.</source>
      <translation>基座绕竖直方向转动，或 {joints} 的零位不同：重力不变。</translation>
    </message>
    <message>
      <source>Another zero of {joints}: the fit takes it for another shape of what is behind it.</source>
      <translation>{joints} 的零位不同：拟合会把它当作其后连杆的另一种形状。</translation>
    </message>
    <message>
      <source>All columns of {joints} exchanged with each other: their torque is nearly all friction, which does not tell whose it is.</source>
      <translation>{joints} 的所有列互换：它们的力矩几乎全是摩擦，无法判断属于哪个关节。</translation>
    </message>
    <message>
      <source>A base that leans by less than {angle:deg}°.</source>
      <translation>基座倾斜小于 {angle:deg}°。</translation>
    </message>
    <message>
      <source>A zero that is off by less than {angle:deg}°; by more, where a joint carries little.</source>
      <translation>零位偏差小于 {angle:deg}°；受力很小的关节可以更大。</translation>
    </message>
    <message>
      <source>A torque that is late by less than {lag_s:ms} ms.</source>
      <translation>力矩滞后小于 {lag_s:ms} ms。</translation>
    </message>
    <message>
      <source>The drive gain of {joints} wrong by itself: these joints share too little with the others.</source>
      <translation>仅 {joints} 的驱动增益有误：这些关节与其他关节的关联太少。</translation>
    </message>
    <message>
      <source>Anything about {joints}: not moved.</source>
      <translation>{joints} 的任何问题：没有运动。</translation>
    </message>
    <message>
      <source>Single torques exchanged, reversed or late, a zero that is off, a base that leans: slow sweeps of single joints do not show them.</source>
      <translation>个别力矩互换、反号或滞后，零位偏差，基座倾斜：单个关节的慢速扫掠无法显示这些问题。</translation>
    </message>
    <message>
      <source>The compliance of all gears wrong by one factor: the load is then wrong by as much. A load of known mass shows it.</source>
      <translation>所有减速器的柔度同时偏大或偏小：负载会有同样的误差。质量已知的负载可以显示这一点。</translation>
    </message>
    <message>
      <source>Torques exchanged, reversed or late, a zero that is off, a base that leans: too few joints moved to compare them.</source>
      <translation>力矩互换、反号或滞后，零位偏差，基座倾斜：运动的关节太少，无法比较。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/moteus.toml</name>
    <message>
      <source>What is behind {port} does not answer as an fdcanusb adapter.</source>
      <translation>{port} 后面的设备没有作为 fdcanusb 适配器应答。</translation>
    </message>
    <message>
      <source>Choose the port of the adapter. Another program may hold the bus: end it. For another adapter name its interface, such as moteus:socketcan?channel=can0.</source>
      <translation>选择适配器的端口。总线可能被另一个程序占用：请结束它。其他适配器请写出其接口，例如 moteus:socketcan?channel=can0。</translation>
    </message>
    <message>
      <source>The drive with the id {drive} answered nothing for {waited_s} s.</source>
      <translation>id 为 {drive} 的驱动器在 {waited_s} s 内没有任何应答。</translation>
    </message>
    <message>
      <source>Without it nothing is recorded. The drives that still hear nothing are stopped by their watchdogs.</source>
      <translation>缺少它就不录制。收不到命令的驱动器由其看门狗停止。</translation>
    </message>
    <message>
      <source>Check its supply, the bus from drive to drive with its two terminators, and the ids behind the arm's name (ids=1,2,3 in the order of the joints).</source>
      <translation>检查其电源、驱动器之间的总线及其两个终端电阻，以及机械臂名称后的 id（ids=1,2,3，按关节顺序）。</translation>
    </message>
    <message>
      <source>A drive answered something that is no frame of its language ({reason}).</source>
      <translation>某个驱动器的应答不是其协议的帧（{reason}）。</translation>
    </message>
    <message>
      <source>Update the software of the drives, and look for a second program on the bus.</source>
      <translation>更新驱动器的软件，并检查总线上是否有第二个程序。</translation>
    </message>
    <message>
      <source>The adapter sent a line that is damaged ({reason}).</source>
      <translation>适配器发来的一行已损坏（{reason}）。</translation>
    </message>
    <message>
      <source>The line was thrown away.</source>
      <translation>该行已丢弃。</translation>
    </message>
    <message>
      <source>Check the USB cable of the adapter.</source>
      <translation>检查适配器的 USB 电缆。</translation>
    </message>
    <message>
      <source>Drive {drive} answered {said} where its setting {setting} was asked for.</source>
      <translation>询问设置 {setting} 时，驱动器 {drive} 应答了 {said}。</translation>
    </message>
    <message>
      <source>Update the software of the drive, and end other programs that talk to it.</source>
      <translation>更新驱动器的软件，并结束与其通信的其他程序。</translation>
    </message>
    <message>
      <source>Drive {drive} has no encoder whose reference is the rotor.</source>
      <translation>驱动器 {drive} 没有以转子为参考的编码器。</translation>
    </message>
    <message>
      <source>Set motor_position.sources of the drive: reference 0 for the encoder at the rotor, 1 for the one behind the gear.</source>
      <translation>设置驱动器的 motor_position.sources：转子处编码器的 reference 为 0，减速器之后的为 1。</translation>
    </message>
    <message>
      <source>Drive {drive} tells a gear ratio of {ratio} (motor_position.rotor_to_output_ratio).</source>
      <translation>驱动器 {drive} 报告的减速比为 {ratio}（motor_position.rotor_to_output_ratio）。</translation>
    </message>
    <message>
      <source>Set it to the turns of the output for one turn of the rotor, such as 0.04 for a gear of 25.</source>
      <translation>将其设为转子转一圈时输出端的圈数，例如减速比 25 时为 0.04。</translation>
    </message>
    <message>
      <source>The interface {interface} needs the package python-can, which is not installed.</source>
      <translation>接口 {interface} 需要 python-can 包，但未安装。</translation>
    </message>
    <message>
      <source>Install it with pip install torsion[can], or use an fdcanusb adapter, which needs nothing further.</source>
      <translation>用 pip install torsion[can] 安装，或使用无需其他软件的 fdcanusb 适配器。</translation>
    </message>
    <message>
      <source>The interface {interface} could not be opened at {channel} ({reason}).</source>
      <translation>无法在 {channel} 打开接口 {interface}（{reason}）。</translation>
    </message>
    <message>
      <source>Check that the adapter is plugged in and that the interface runs with CAN-FD at 1 and 5 Mbit/s.</source>
      <translation>检查适配器是否已插入，以及接口是否以 1 和 5 Mbit/s 的 CAN-FD 运行。</translation>
    </message>
    <message>
      <source>To let Torsion move this arm, write motion=allowed behind its name, such as moteus:/dev/ttyACM0?ids=1,2,3&amp;motion=allowed.</source>
      <translation>要让 Torsion 驱动此机械臂，请在其名称后写上 motion=allowed，例如 moteus:/dev/ttyACM0?ids=1,2,3&amp;motion=allowed。</translation>
    </message>
    <message>
      <source>Drive {drive} has no watchdog (servo.default_timeout_s).</source>
      <translation>驱动器 {drive} 没有看门狗（servo.default_timeout_s）。</translation>
    </message>
    <message>
      <source>The arm would go on when this computer fails. It is only read.</source>
      <translation>本机故障时机械臂会继续运动。因此只读取它。</translation>
    </message>
    <message>
      <source>Set servo.default_timeout_s of every drive to 0.1, write the settings, and connect again.</source>
      <translation>将每个驱动器的 servo.default_timeout_s 设为 0.1，写入设置，然后重新连接。</translation>
    </message>
    <message>
      <source>The watchdog of drive {drive} (servo.default_timeout_s) waits {timeout_s} s; at most {most_s} s are allowed.</source>
      <translation>驱动器 {drive} 的看门狗（servo.default_timeout_s）等待 {timeout_s} s；最多允许 {most_s} s。</translation>
    </message>
    <message>
      <source>The arm would go on for that long when this computer fails. It is only read.</source>
      <translation>本机故障时机械臂会继续运动这么久。只读取该机械臂。</translation>
    </message>
    <message>
      <source>Drive {drive} was switched off and on.</source>
      <translation>驱动器 {drive} 曾断电并重新上电。</translation>
    </message>
    <message>
      <source>Its position and the turns of its encoders are counted from other zeros now. What was recorded before is kept, and the drives are stopped by their watchdogs.</source>
      <translation>其位置和编码器圈数现在从另外的零点计起。此前录制的内容保留，驱动器由其看门狗停止。</translation>
    </message>
    <message>
      <source>Look at the supply of the drive and its plugs, then connect again.</source>
      <translation>请检查该驱动器的电源和插头，然后重新连接。</translation>
    </message>
    <message>
      <source>Drive {drive} tells a fault (code {fault}).</source>
      <translation>驱动器 {drive} 报告故障（代码 {fault}）。</translation>
    </message>
    <message>
      <source>Look the code up in the list of faults of moteus, remove its cause, and clear the fault.</source>
      <translation>在 moteus 的故障列表中查阅该代码，消除其原因，并清除故障。</translation>
    </message>
    <message>
      <source>The watchdog of drive {drive} has ended its position mode (mode 11).</source>
      <translation>驱动器 {drive} 的看门狗结束了其位置模式（模式 11）。</translation>
    </message>
    <message>
      <source>No command reached it in time. A motion does not begin; one that runs is ended, and what was recorded is kept.</source>
      <translation>没有命令及时到达。运动不会开始；正在进行的运动会结束，已录制的内容保留。</translation>
    </message>
    <message>
      <source>Look for a busy computer or a damaged bus, clear the fault, and prepare the motion again.</source>
      <translation>检查计算机是否繁忙或总线是否损坏，清除故障，然后重新准备运动。</translation>
    </message>
    <message>
      <source>Drive {drive} was stopped by something else than Torsion.</source>
      <translation>驱动器 {drive} 被 Torsion 以外的程序停止。</translation>
    </message>
    <message>
      <source>End other programs on the bus, clear the fault, and prepare the motion again.</source>
      <translation>结束总线上的其他程序，清除故障，然后重新准备运动。</translation>
    </message>
    <message>
      <source>Drive {drive} was put into another mode by something else than Torsion.</source>
      <translation>驱动器 {drive} 被 Torsion 以外的程序切换到其他模式。</translation>
    </message>
    <message>
      <source>It gets no commands from Torsion any more. A motion does not begin; one that runs is ended, and what was recorded is kept.</source>
      <translation>Torsion 不再向其发送命令。运动不会开始；正在进行的运动会结束，已录制的内容保留。</translation>
    </message>
    <message>
      <source>End other programs on the bus, stop the drive with the maker's tools, and prepare the motion again.</source>
      <translation>请结束总线上的其他程序，用制造商的工具停止该驱动器，然后重新准备运动。</translation>
    </message>
    <message>
      <source>Drive {drive} does not enter position mode.</source>
      <translation>驱动器 {drive} 没有进入位置模式。</translation>
    </message>
    <message>
      <source>Look at its mode and fault with the maker's tools. It may not be calibrated.</source>
      <translation>用制造商的工具查看其模式和故障。它可能尚未标定。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/motions.toml</name>
    <message>
      <source>The arm is not armed.</source>
      <translation>机械臂尚未获准运动。</translation>
    </message>
    <message>
      <source>Start the motion again.</source>
      <translation>重新开始运动。</translation>
    </message>
    <message>
      <source>A motion is under way.</source>
      <translation>正在执行一个运动。</translation>
    </message>
    <message>
      <source>The new one was refused.</source>
      <translation>新的运动被拒绝。</translation>
    </message>
    <message>
      <source>Wait for its end or stop it.</source>
      <translation>等待其结束，或将其停止。</translation>
    </message>
    <message>
      <source>The arm was stopped.</source>
      <translation>机械臂已停止。</translation>
    </message>
    <message>
      <source>The planned motion is discarded.</source>
      <translation>已放弃规划的运动。</translation>
    </message>
    <message>
      <source>Check the start pose and start again.</source>
      <translation>检查起始位姿，然后重新开始。</translation>
    </message>
    <message>
      <source>This controller does not take this kind of motion ({motion}).</source>
      <translation>该控制器不接受此类运动（{motion}）。</translation>
    </message>
    <message>
      <source>Choose another procedure or controller.</source>
      <translation>选择其他流程或控制器。</translation>
    </message>
    <message>
      <source>{controller} takes no motion from us.</source>
      <translation>{controller} 不接受我们的运动指令。</translation>
    </message>
    <message>
      <source>Record it as it is (--motion still) while the arm is moved by hand or by its controller. An arm of Universal Robots moves with motion=allowed behind its address.</source>
      <translation>用手或由其控制器移动机械臂时，按现状录制（--motion still）。Universal Robots 的机械臂在其地址后写上 motion=allowed 时可以运动。</translation>
    </message>
    <message>
      <source>The motion would take {joint:joint} beyond its {quantity} limit.</source>
      <translation>该运动会使 {joint:joint} 超出其 {quantity} 限值。</translation>
    </message>
    <message>
      <source>The controller refused it. Nothing has moved.</source>
      <translation>控制器已拒绝。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Choose a smaller or slower motion.</source>
      <translation>选择更小或更慢的运动。</translation>
    </message>
    <message>
      <source>The arm does not stand where the motion begins ({joint:joint} is somewhere else).</source>
      <translation>机械臂不在运动的起点（{joint:joint} 在别处）。</translation>
    </message>
    <message>
      <source>A motion from the wrong place ends anywhere. Nothing has moved.</source>
      <translation>从错误位置开始的运动，终点无法预料。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Prepare the motion again from where the arm stands now.</source>
      <translation>从机械臂当前位置重新准备运动。</translation>
    </message>
    <message>
      <source>The planned motion is not allowed ({findings}).</source>
      <translation>规划的运动不被允许（{findings}）。</translation>
    </message>
    <message>
      <source>Change the pose or the motion as the list says, and prepare it again.</source>
      <translation>按列表所述更改位姿或运动，然后重新准备。</translation>
    </message>
    <message>
      <source>This arm has not passed its first trial.</source>
      <translation>该机械臂尚未通过首次试验。</translation>
    </message>
    <message>
      <source>Only the motions of the trial may run. Nothing has moved.</source>
      <translation>只允许进行试验中的运动。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Pass the first trial on the page Connect.</source>
      <translation>请在“连接”页上通过首次试验。</translation>
    </message>
    <message>
      <source>The arm was stopped or reconnected since this was prepared.</source>
      <translation>自此次准备以来，机械臂已停止或重新连接。</translation>
    </message>
    <message>
      <source>The plan no longer counts. Nothing has moved.</source>
      <translation>该规划不再有效。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Prepare it again from where the arm stands now.</source>
      <translation>从机械臂当前位置重新准备。</translation>
    </message>
    <message>
      <source>This motion was begun once already.</source>
      <translation>该运动已开始过一次。</translation>
    </message>
    <message>
      <source>Prepare it again.</source>
      <translation>重新准备。</translation>
    </message>
    <message>
      <source>The arm would move faster than 250 mm/s, and it is not confirmed that the cell is clear.</source>
      <translation>机械臂将以超过 250 mm/s 的速度运动，但尚未确认工作单元内已清空。</translation>
    </message>
    <message>
      <source>See that nobody is inside the fence and the guards are closed, and confirm it (--clear-cell).</source>
      <translation>确认围栏内无人且防护装置已关闭，并加以确认（--clear-cell）。</translation>
    </message>
    <message>
      <source>It is not confirmed which arm is meant.</source>
      <translation>尚未确认所指的是哪台机械臂。</translation>
    </message>
    <message>
      <source>Read the serial number on the arm and confirm it.</source>
      <translation>读取机械臂上的序列号并确认。</translation>
    </message>
    <message>
      <source>The confirmed serial number is not that of the connected arm.</source>
      <translation>确认的序列号与所连接的机械臂不符。</translation>
    </message>
    <message>
      <source>Another arm may be the one that moves. Nothing has moved.</source>
      <translation>运动的可能是另一台机械臂。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Read the number on the arm that you see, and check the connection.</source>
      <translation>读取您所见机械臂上的编号，并检查连接。</translation>
    </message>
    <message>
      <source>The last samples are too old to say where the arm stands.</source>
      <translation>最新采样已过时，无法说明机械臂在何处。</translation>
    </message>
    <message>
      <source>Check the connection, then try again.</source>
      <translation>检查连接，然后重试。</translation>
    </message>
    <message>
      <source>The arm is not standing still.</source>
      <translation>机械臂未静止。</translation>
    </message>
    <message>
      <source>Wait until it stands, then try again.</source>
      <translation>等待其静止，然后重试。</translation>
    </message>
    <message>
      <source>The arm is not ready ({lines}).</source>
      <translation>机械臂未就绪（{lines}）。</translation>
    </message>
    <message>
      <source>Put right what the readiness list shows.</source>
      <translation>解决就绪列表中所示的问题。</translation>
    </message>
    <message>
      <source>The move would take {duration:apart longest} s; {longest:apart duration} s are allowed.</source>
      <translation>该移动将耗时 {duration:apart longest} s；允许 {longest:apart duration} s。</translation>
    </message>
    <message>
      <source>This controller would finish it even if this computer failed, so it must be short.</source>
      <translation>即使本计算机出现故障，该控制器也会完成移动，因此必须短。</translation>
    </message>
    <message>
      <source>Choose a target that is nearer.</source>
      <translation>选择更近的目标。</translation>
    </message>
    <message>
      <source>At {speed:%} of its speed the motion would take {share:%} of the rated torque of joint {joint}.</source>
      <translation>以 {speed:%} 的速度运行时，该运动将需要关节 {joint} 额定力矩的 {share:%}。</translation>
    </message>
    <message>
      <source>The slower stages show this; {limit:%} are allowed. The arm stands, and what was recorded is kept.</source>
      <translation>较慢阶段的结果如此；允许 {limit:%}。机械臂静止，已录制的数据保留。</translation>
    </message>
    <message>
      <source>Record at a lower speed.</source>
      <translation>以更低的速度录制。</translation>
    </message>
    <message>
      <source>No slower stage was run before.</source>
      <translation>此前未运行较慢的阶段。</translation>
    </message>
    <message>
      <source>A slower stage was not recorded as a whole ({samples} samples in {seconds} s).</source>
      <translation>较慢的阶段未完整录制（{seconds} s 内 {samples} 个采样）。</translation>
    </message>
    <message>
      <source>The torque of the next stage cannot be predicted, so it does not run. What was recorded is kept.</source>
      <translation>无法预计下一阶段的力矩，因此不运行。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check the connection, then record again.</source>
      <translation>检查连接，然后重新录制。</translation>
    </message>
    <message>
      <source>A motion is for {found} joints; the arm has {expected}.</source>
      <translation>某个运动对应 {found} 个关节；机械臂有 {expected} 个。</translation>
    </message>
    <message>
      <source>A motion has no possible speed ({speed}).</source>
      <translation>某个运动的速度不可能（{speed}）。</translation>
    </message>
    <message>
      <source>The target of a motion is not a valid position.</source>
      <translation>某个运动的目标不是有效位置。</translation>
    </message>
    <message>
      <source>The speed limit of joint {joint} is not known.</source>
      <translation>关节 {joint} 的速度限值未知。</translation>
    </message>
    <message>
      <source>A share of an unknown speed cannot be used. Nothing has moved.</source>
      <translation>未知速度的比例无法使用。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Add the limit to the description.</source>
      <translation>在描述中添加该限值。</translation>
    </message>
    <message>
      <source>The speed {speed:apart largest} is beyond {largest:apart speed}.</source>
      <translation>速度 {speed:apart largest} 超出 {largest:apart speed}。</translation>
    </message>
    <message>
      <source>Go slower.</source>
      <translation>降低速度。</translation>
    </message>
    <message>
      <source>The controller has no joint {joint}.</source>
      <translation>控制器没有关节 {joint}。</translation>
    </message>
    <message>
      <source>A trajectory is for {joints} joints; the controller has {expected}.</source>
      <translation>轨迹对应 {joints} 个关节；控制器有 {expected} 个。</translation>
    </message>
    <message>
      <source>The trajectory is too large for the controller.</source>
      <translation>轨迹对控制器而言过大。</translation>
    </message>
    <message>
      <source>Choose a shorter one.</source>
      <translation>选择更短的轨迹。</translation>
    </message>
    <message>
      <source>The trajectory lasts {duration:apart longest} s; the controller takes {longest:apart duration} s.</source>
      <translation>轨迹时长 {duration:apart longest} s；控制器最长接受 {longest:apart duration} s。</translation>
    </message>
    <message>
      <source>{joint:Joint} would not begin and end at rest.</source>
      <translation>{joint:Joint} 的起点和终点将不处于静止。</translation>
    </message>
    <message>
      <source>The controller cannot read the trajectory ({reason}).</source>
      <translation>控制器无法读取轨迹（{reason}）。</translation>
    </message>
    <message>
      <source>The controller does not know the trajectory that was meant.</source>
      <translation>控制器没有所指的轨迹。</translation>
    </message>
    <message>
      <source>Start it again.</source>
      <translation>重新开始该轨迹。</translation>
    </message>
    <message>
      <source>Only {received} of {size} bytes of the trajectory arrived.</source>
      <translation>轨迹只收到 {size} 字节中的 {received} 字节。</translation>
    </message>
    <message>
      <source>Check the cable, then start it again.</source>
      <translation>检查电缆，然后重新开始该轨迹。</translation>
    </message>
    <message>
      <source>The trajectory arrived damaged.</source>
      <translation>轨迹到达时已损坏。</translation>
    </message>
    <message>
      <source>The controller does not take this kind of motion ({motion}).</source>
      <translation>控制器不接受这种运动（{motion}）。</translation>
    </message>
    <message>
      <source>Joint {joint} would go to {value:apart limit} {unit}; its travel ends at {limit:apart value} {unit}.</source>
      <translation>关节 {joint} 将到达 {value:apart limit} {unit}；其行程止于 {limit:apart value} {unit}。</translation>
    </message>
    <message>
      <source>Joint {joint} would turn at {value:apart limit} {unit}; its limit is {limit:apart value} {unit}.</source>
      <translation>关节 {joint} 的速度将达到 {value:apart limit} {unit}；其限值为 {limit:apart value} {unit}。</translation>
    </message>
    <message>
      <source>Joint {joint} would accelerate by {value:apart limit} {unit}; its limit is {limit:apart value} {unit}.</source>
      <translation>关节 {joint} 的加速度将达到 {value:apart limit} {unit}；其限值为 {limit:apart value} {unit}。</translation>
    </message>
    <message>
      <source>Joint {joint} stands {difference} {unit} from where the motion begins.</source>
      <translation>关节 {joint} 与运动起点相差 {difference} {unit}。</translation>
    </message>
    <message>
      <source>The jog of joint {joint} goes {value:apart limit} {unit}; allowed are {limit:apart value} {unit}.</source>
      <translation>关节 {joint} 的点动距离为 {value:apart limit} {unit}；允许 {limit:apart value} {unit}。</translation>
    </message>
    <message>
      <source>The jog of joint {joint} runs at {value:apart limit} {unit}; allowed are {limit:apart value} {unit}.</source>
      <translation>关节 {joint} 的点动速度为 {value:apart limit} {unit}；允许 {limit:apart value} {unit}。</translation>
    </message>
    <message>
      <source>Tool point or elbow would reach {speed:apart limit} mm/s; until the arm is proven {limit:apart speed} mm/s are allowed.</source>
      <translation>工具点或肘部将达到 {speed:apart limit} mm/s；机械臂验证之前只允许 {limit:apart speed} mm/s。</translation>
    </message>
    <message>
      <source>The move lasts {seconds:apart limit} s; this controller would finish it even if this computer failed, so {limit:apart seconds} s are allowed.</source>
      <translation>该运动持续 {seconds:apart limit} s；即使本计算机失效，此控制器也会把它走完，因此只允许 {limit:apart seconds} s。</translation>
    </message>
    <message>
      <source>The move reaches {speed:apart limit} mm/s; this controller would finish it even if this computer failed, so {limit:apart speed} mm/s are allowed.</source>
      <translation>该运动达到 {speed:apart limit} mm/s；即使本计算机失效，此控制器也会把它走完，因此只允许 {limit:apart speed} mm/s。</translation>
    </message>
    <message>
      <source>The range of the joints {joints} is not known.</source>
      <translation>关节 {joints} 的行程未知。</translation>
    </message>
    <message>
      <source>The speed limit of the joints {joints} is not known.</source>
      <translation>关节 {joints} 的速度限值未知。</translation>
    </message>
    <message>
      <source>The acceleration limit of the joints {joints} is not known; an assumed value is used.</source>
      <translation>关节 {joints} 的加速度限值未知；采用假定值。</translation>
    </message>
    <message>
      <source>The rated torque of the joints {joints} is not known; it is not checked.</source>
      <translation>关节 {joints} 的额定力矩未知；不作检查。</translation>
    </message>
    <message>
      <source>The description has no body; collisions are checked with assumed tubes around the links.</source>
      <translation>描述中没有外形；碰撞按连杆周围的假定管体检查。</translation>
    </message>
    <message>
      <source>The height of the floor is not given; distances to it are not checked.</source>
      <translation>未给出地面高度；不检查到地面的距离。</translation>
    </message>
    <message>
      <source>The description has no masses; torques are not checked.</source>
      <translation>描述中没有质量；不检查力矩。</translation>
    </message>
    <message>
      <source>The largest payload is not known; {mass} kg were assumed for the torques.</source>
      <translation>最大负载未知；力矩按 {mass} kg 计算。</translation>
    </message>
    <message>
      <source>The largest distance of a payload is not known; {distance} mm were assumed for the torques.</source>
      <translation>负载的最远距离未知；力矩按 {distance} mm 计算。</translation>
    </message>
    <message>
      <source>Joint {joint} would need {share:%} of its rated torque with the heaviest payload.</source>
      <translation>关节 {joint} 带最重负载需要额定力矩的 {share:%}。</translation>
    </message>
    <message>
      <source>Joint {joint} would need {share:%} of its rated torque only to hold the heaviest payload.</source>
      <translation>关节 {joint} 仅保持最重负载就需要额定力矩的 {share:%}。</translation>
    </message>
    <message>
      <source>{first} would come within {distance:apart limit} mm of the floor after {seconds} s; {limit:apart distance} mm are kept free.</source>
      <translation>{seconds} s 后 {first} 离地面将只有 {distance:apart limit} mm；须留出 {limit:apart distance} mm。</translation>
    </message>
    <message>
      <source>{first} would come within {distance:apart limit} mm of {second} after {seconds} s; {limit:apart distance} mm are kept free.</source>
      <translation>{seconds} s 后 {first} 离 {second} 将只有 {distance:apart limit} mm；须留出 {limit:apart distance} mm。</translation>
    </message>
    <message>
      <source>{first} and {second} would be {distance:apart limit} mm apart after {seconds} s, in motion faster than {speed} mm/s; {limit:apart distance} mm are kept free then. Plan again, or run it slower.</source>
      <translation>{seconds} s 后 {first} 与 {second} 之间将只有 {distance:apart limit} mm，而运动快于 {speed} mm/s；此时须留出 {limit:apart distance} mm。请重新规划，或以较低速度运行。</translation>
    </message>
    <message>
      <source>At {speed:%} of the speed joint {joint} would need {share:% apart limit} of its rated torque, by what the slower stages took; {limit:% apart share} are allowed.</source>
      <translation>按较慢阶段的实际用量推算，以 {speed:%} 的速度，关节 {joint} 需要额定力矩的 {share:% apart limit}；允许 {limit:% apart share}。</translation>
    </message>
    <message>
      <source>The motion is for {found} joints; the arm has {expected}.</source>
      <translation>该运动用于 {found} 个关节；机械臂有 {expected} 个。</translation>
    </message>
    <message>
      <source>The target of the motion is not a valid position.</source>
      <translation>该运动的目标不是有效位置。</translation>
    </message>
    <message>
      <source>The motion has a speed that is not possible ({speed}).</source>
      <translation>该运动的速度不可能（{speed}）。</translation>
    </message>
    <message>
      <source>The speed limit of joint {joint} is not known, so a share of it cannot be used. Add the limit to the description.</source>
      <translation>关节 {joint} 的速度限值未知，无法使用其百分比。在描述中添加该限值。</translation>
    </message>
    <message>
      <source>{first} and {second} would come within {distance:apart limit} mm of each other after {seconds} s; {limit:apart distance} mm are kept free.</source>
      <translation>{seconds} s 后 {first} 与 {second} 之间将只有 {distance:apart limit} mm；须留出 {limit:apart distance} mm。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/payload.toml</name>
    <message>
      <source>No recording of sweeps with a payload was named, and the visit has none.</source>
      <translation>未指定带负载扫掠的录制数据，现场记录中也没有。</translation>
    </message>
    <message>
      <source>Nothing was worked out.</source>
      <translation>未得出结果。</translation>
    </message>
    <message>
      <source>Run the payload sweeps, or name their recordings.</source>
      <translation>运行负载扫掠，或指定其录制数据。</translation>
    </message>
    <message>
      <source>{labels} is named for two different loads.</source>
      <translation>{labels} 被同时指定给两种不同的负载。</translation>
    </message>
    <message>
      <source>A recording has one load: the payload, a known one, or none. Nothing was worked out.</source>
      <translation>一份录制数据只对应一种负载：待测负载、已知负载或无负载。未得出结果。</translation>
    </message>
    <message>
      <source>Name each recording once.</source>
      <translation>每个录制数据只指定一次。</translation>
    </message>
    <message>
      <source>{labels} are the same rows of one file.</source>
      <translation>{labels} 是同一文件的相同行。</translation>
    </message>
    <message>
      <source>A load shows in what two recordings differ by, and these do not differ. Nothing was worked out.</source>
      <translation>负载体现为两次记录之间的差别，而这两次记录没有差别。未计算任何结果。</translation>
    </message>
    <message>
      <source>Import the other recording, or name it.</source>
      <translation>请导入另一次记录，或指定该记录。</translation>
    </message>
    <message>
      <source>{file} has no sweeps of the arm without payload and no identified model.</source>
      <translation>{file} 中既没有机械臂不带负载的扫掠，也没有已辨识的模型。</translation>
    </message>
    <message>
      <source>A payload is what an arm carries more than without it, so there is nothing to compare with.</source>
      <translation>负载是机械臂比空载时多承受的部分，因此没有可比较的对象。</translation>
    </message>
    <message>
      <source>Run the sweeps with nothing on the flange, name an earlier visit of this arm, or identify a model.</source>
      <translation>在法兰空载时运行扫掠，指定这台机械臂先前的现场记录，或辨识一个模型。</translation>
    </message>
    <message>
      <source>The unloaded sweeps in {file} are of another arm: {reference}, not {arm}.</source>
      <translation>{file} 中的空载扫掠属于另一台机械臂：{reference}，而不是 {arm}。</translation>
    </message>
    <message>
      <source>Two arms differ by more than a payload. Nothing was worked out.</source>
      <translation>两台机械臂的差别不止负载。未得出结果。</translation>
    </message>
    <message>
      <source>Name a visit of this arm, or run its own unloaded sweeps.</source>
      <translation>指定这台机械臂的现场记录，或运行它自己的空载扫掠。</translation>
    </message>
    <message>
      <source>No visit that was named holds identified drive gains.</source>
      <translation>所指定的现场记录都没有已辨识的驱动增益。</translation>
    </message>
    <message>
      <source>Find them first (torsion gains), or choose the manufacturer's.</source>
      <translation>先求出驱动增益（torsion gains），或选用制造商数据。</translation>
    </message>
    <message>
      <source>The dynamic method compares runs without and with the payload; a model takes no part in it.</source>
      <translation>动态方法比较不带负载和带负载的运行；模型不参与其中。</translation>
    </message>
    <message>
      <source>Name the unloaded run, or choose another method.</source>
      <translation>指定空载运行，或选择其他方法。</translation>
    </message>
    <message>
      <source>No payload was measured in {file} yet.</source>
      <translation>{file} 中尚未测量负载。</translation>
    </message>
    <message>
      <source>There is nothing to report.</source>
      <translation>没有可报告的内容。</translation>
    </message>
    <message>
      <source>Run the payload sweeps, or torsion payload on recordings.</source>
      <translation>运行负载扫掠，或对录制数据使用 torsion payload。</translation>
    </message>
    <message>
      <source>The payload lacks {missing}.</source>
      <translation>负载缺少 {missing}。</translation>
    </message>
    <message>
      <source>A robot takes a payload with its mass and all three coordinates of its centre.</source>
      <translation>机器人需要负载的质量和质心的全部三个坐标。</translation>
    </message>
    <message>
      <source>Measure the sweeps that are missing, and work the payload out again.</source>
      <translation>请补测缺少的往返运动，再重新计算负载。</translation>
    </message>
    <message>
      <source>Sweeps were asked for all ten parameters of the payload.</source>
      <translation>要求用扫掠得出负载的全部十个参数。</translation>
    </message>
    <message>
      <source>Only excitation runs show its inertia. Nothing was worked out.</source>
      <translation>只有激励运行能给出其惯量。未得出结果。</translation>
    </message>
    <message>
      <source>Choose another method, or name a pair of excitation runs.</source>
      <translation>选择其他方法，或指定一对激励运行。</translation>
    </message>
    <message>
      <source>In {recording} no joint moves alone at a steady speed.</source>
      <translation>{recording} 中没有关节以匀速单独运动。</translation>
    </message>
    <message>
      <source>Only there the weight of a payload shows without friction's jumps. Nothing was worked out.</source>
      <translation>只有在那里，负载的重量才不受摩擦突变影响。未得出结果。</translation>
    </message>
    <message>
      <source>Run the payload sweeps, or record such motion.</source>
      <translation>运行负载扫掠，或录制这样的运动。</translation>
    </message>
    <message>
      <source>Every sweep in {recording} has fewer than {fewest} samples at a steady speed.</source>
      <translation>{recording} 中每次扫掠的匀速采样都少于 {fewest} 个。</translation>
    </message>
    <message>
      <source>Ripple and friction cannot be separated from weight with so few. Nothing was worked out.</source>
      <translation>采样这么少，无法把波动和摩擦与重量区分开。未得出结果。</translation>
    </message>
    <message>
      <source>Sweep slower, or wider.</source>
      <translation>以更慢的速度或更大的范围扫掠。</translation>
    </message>
    <message>
      <source>The current or torque of {joint} does not change at all in {recording}.</source>
      <translation>{joint} 的电流或力矩在 {recording} 中完全没有变化。</translation>
    </message>
    <message>
      <source>Its channel is stuck, so it says nothing of a load. Nothing was worked out.</source>
      <translation>该通道的数值卡住不变，不能反映载荷。未得出结果。</translation>
    </message>
    <message>
      <source>Check the controller's signal, and record again.</source>
      <translation>检查控制器的信号，然后重新录制。</translation>
    </message>
    <message>
      <source>None of the {joints} sweeps goes out and back.</source>
      <translation>{joints} 次扫掠中没有一次是往返的。</translation>
    </message>
    <message>
      <source>One way alone mixes friction into the weight. Nothing was worked out.</source>
      <translation>只有单向会把摩擦混入重量。未得出结果。</translation>
    </message>
    <message>
      <source>Record both ways, or accept one direction (--one-direction).</source>
      <translation>录制往返两个方向，或接受单向（--one-direction）。</translation>
    </message>
    <message>
      <source>No sweep of {loaded} passes where one of {unloaded} did.</source>
      <translation>{loaded} 的扫掠没有一次经过 {unloaded} 扫掠过的位置。</translation>
    </message>
    <message>
      <source>The arm was moved or other sweeps were run, so there is nothing to compare. Nothing was worked out.</source>
      <translation>机械臂被移动过，或运行了不同的扫掠，因此没有可比较的内容。未得出结果。</translation>
    </message>
    <message>
      <source>Run the same sweeps with and without the load.</source>
      <translation>带负载和不带负载运行相同的扫掠。</translation>
    </message>
    <message>
      <source>{robot} has no two parallel joints that were swept with the flange held alike.</source>
      <translation>{robot} 没有两个平行关节是在法兰姿态相同时扫掠的。</translation>
    </message>
    <message>
      <source>Three steps need them; all sweeps together do not.</source>
      <translation>三步法需要这样的关节；所有扫掠合并则不需要。</translation>
    </message>
    <message>
      <source>Choose the method joint.</source>
      <translation>选择“所有扫掠合并”（joint）。</translation>
    </message>
    <message>
      <source>The swept joints of {robot} do not show how far their gears twist.</source>
      <translation>{robot} 被扫掠的关节不显示减速器的扭转程度。</translation>
    </message>
    <message>
      <source>That takes an encoder on both sides of the gear. Nothing was worked out.</source>
      <translation>这需要减速器两侧都有编码器。未得出结果。</translation>
    </message>
    <message>
      <source>Choose a method that uses the drives' torque.</source>
      <translation>选择使用驱动力矩的方法。</translation>
    </message>
    <message>
      <source>The recording {recording} says that it carried nothing.</source>
      <translation>录制数据 {recording} 标明未带负载。</translation>
    </message>
    <message>
      <source>It was named as one with the payload. Nothing was worked out.</source>
      <translation>它被指定为带负载的录制数据。未得出结果。</translation>
    </message>
    <message>
      <source>Name the loaded run.</source>
      <translation>指定带负载的运行。</translation>
    </message>
    <message>
      <source>The recordings {labels} cannot be told apart by their load.</source>
      <translation>无法按负载区分记录 {labels}。</translation>
    </message>
    <message>
      <source>Their largest step in mass is {step} ± {std:expanded} kg, and does not part them in two groups. Nothing was worked out.</source>
      <translation>它们之间最大的质量差为 {step} ± {std:expanded} kg，不能分成两组。未进行计算。</translation>
    </message>
    <message>
      <source>Name those with nothing on the flange (--reference).</source>
      <translation>请指明法兰上无负载的记录（--reference）。</translation>
    </message>
    <message>
      <source>The loaded runs are of several arms: {arms}.</source>
      <translation>带负载的运行来自多台机械臂：{arms}。</translation>
    </message>
    <message>
      <source>Arms differ by more than a payload. Nothing was worked out.</source>
      <translation>不同机械臂的差别不止负载。未得出结果。</translation>
    </message>
    <message>
      <source>Name runs of one arm.</source>
      <translation>指定同一台机械臂的运行。</translation>
    </message>
    <message>
      <source>{file} has no drive gains.</source>
      <translation>{file} 中没有驱动增益。</translation>
    </message>
    <message>
      <source>It needs a JSON object with drive_gain, a list with one positive number per joint in N·m/A.</source>
      <translation>文件须为含 drive_gain 的 JSON 对象：一个列表，每个关节一个正数，单位 N·m/A。</translation>
    </message>
    <message>
      <source>Name a file that torsion gains --json wrote.</source>
      <translation>指定由 torsion gains --json 写出的文件。</translation>
    </message>
    <message>
      <source>{file} has {found} drive gains; the arm has {wanted} joints.</source>
      <translation>{file} 中有 {found} 个驱动增益；机械臂有 {wanted} 个关节。</translation>
    </message>
    <message>
      <source>Name the file of this arm.</source>
      <translation>指定这台机械臂的文件。</translation>
    </message>
    <message>
      <source>{file} has no sweeps of an empty arm.</source>
      <translation>{file} 中没有空载机械臂的扫掠。</translation>
    </message>
    <message>
      <source>There is nothing to compare a payload with. Nothing was changed.</source>
      <translation>没有可与负载比较的对象。未作任何更改。</translation>
    </message>
    <message>
      <source>Choose another visit, or measure the empty arm now.</source>
      <translation>选择另一现场记录，或立即测量空载机械臂。</translation>
    </message>
    <message>
      <source>The sweeps in {file} are of another arm: {serial}, not {wanted}.</source>
      <translation>{file} 中的扫掠属于另一台机械臂：{serial}，而不是 {wanted}。</translation>
    </message>
    <message>
      <source>Two arms differ by more than a payload. Nothing was changed.</source>
      <translation>两台机械臂的差别不止负载。未作任何更改。</translation>
    </message>
    <message>
      <source>Choose a visit of this arm, or measure the empty arm now.</source>
      <translation>选择这台机械臂的现场记录，或立即测量空载机械臂。</translation>
    </message>
    <message>
      <source>This visit has no identified model.</source>
      <translation>此现场记录没有已辨识的模型。</translation>
    </message>
    <message>
      <source>There is nothing that says what the empty arm takes. Nothing was changed.</source>
      <translation>没有数据能说明空载机械臂需要多大力矩。未作任何更改。</translation>
    </message>
    <message>
      <source>Measure the empty arm now, or identify a model first.</source>
      <translation>立即测量空载机械臂，或先辨识模型。</translation>
    </message>
    <message>
      <source>{file} holds no sweeps of a payload that could be run again.</source>
      <translation>{file} 中没有可重做的负载扫掠。</translation>
    </message>
    <message>
      <source>The payload's sweeps have to be those of the reference. Nothing has moved.</source>
      <translation>负载扫掠必须与基准的扫掠相同。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Sweep the arm with nothing on its flange first, or name another visit.</source>
      <translation>先在法兰空载时扫掠机械臂，或指定另一现场记录。</translation>
    </message>
    <message>
      <source>These sweeps belong to {found}, and this arm is {expected}.</source>
      <translation>这些扫掠属于 {found}，而这台机械臂是 {expected}。</translation>
    </message>
    <message>
      <source>Another arm's gears and gains would pass for a payload. Nothing has moved.</source>
      <translation>另一台机械臂的减速器和增益会被当成负载。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Name a visit to this arm, or sweep it with nothing on its flange.</source>
      <translation>指定这台机械臂的现场记录，或在法兰空载时扫掠它。</translation>
    </message>
    <message>
      <source>There is no sweep {sweep}; the last one is {last}.</source>
      <translation>没有扫掠 {sweep}；最后一次是 {last}。</translation>
    </message>
    <message>
      <source>Choose among those of the plan.</source>
      <translation>从规划中的扫掠里选择。</translation>
    </message>
    <message>
      <source>A weighed load belongs to the sweeps with a known load, and to no others; these are {load:words}.</source>
      <translation>已称重的负载只用于带已知负载的扫掠；此处的扫掠为：{load:words}。</translation>
    </message>
    <message>
      <source>Give mass and centre of the load that hangs on the flange, or state that it was not weighed.</source>
      <translation>给出法兰上所挂负载的质量和质心，或说明它未经称重。</translation>
    </message>
    <message>
      <source>Gravity loads fewer than two turning joints of {robot}: its drives do not show a payload.</source>
      <translation>{robot} 受重力加载的旋转关节少于两个：其驱动器无法反映负载。</translation>
    </message>
    <message>
      <source>The axes of the others are vertical, so no sweep shows mass and centre. Nothing has moved.</source>
      <translation>其余关节的轴线铅垂，任何扫掠都看不出质量和质心。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Weigh the payload. A joint that slides up and down shows its mass, excitation runs its inertia.</source>
      <translation>称量负载。上下移动的直线关节可给出其质量，激励运行可给出其惯量。</translation>
    </message>
    <message>
      <source>{file} holds no sweeps of the empty arm.</source>
      <translation>{file} 中没有空载机械臂的扫掠。</translation>
    </message>
    <message>
      <source>A payload is what an arm carries more than without it. Nothing was recorded.</source>
      <translation>负载是机械臂比空载时多承受的部分。未记录任何数据。</translation>
    </message>
    <message>
      <source>Take the load off and weigh the empty arm first (torsion run payload --pendant --empty), or name an earlier visit to this arm.</source>
      <translation>请先取下负载并测量空载机械臂（torsion run payload --pendant --empty），或指定此机械臂较早的一次到访。</translation>
    </message>
    <message>
      <source>No stroke counted for {minutes:.0f} minutes.</source>
      <translation>{minutes:.0f} 分钟内没有一个行程计入。</translation>
    </message>
    <message>
      <source>What was measured is in the visit, and the next run goes on with it.</source>
      <translation>已测得的数据保存在到访中，下一次运行会接着进行。</translation>
    </message>
    <message>
      <source>Start again when somebody jogs: one joint at 2 to 6 °/s, there and back.</source>
      <translation>有人点动时再开始：一次一个关节，2 至 6 °/s，往返。</translation>
    </message>
    <message>
      <source>Too few sweeps count: more of joint {joints} are needed.</source>
      <translation>计入的扫掠太少：还需要关节 {joints} 的扫掠。</translation>
    </message>
    <message>
      <source>Start again and jog what is missing.</source>
      <translation>请重新开始，点动缺少的部分。</translation>
    </message>
    <message>
      <source>No pose was found in which two joints can sweep with the payload clear of everything.</source>
      <translation>找不到这样的位姿：两个关节可带负载扫掠，且负载不碰到任何物体。</translation>
    </message>
    <message>
      <source>{tried} ranges were looked at; these, or the way to them, were not allowed. Nothing has moved.</source>
      <translation>已试 {tried} 个范围；这些范围或通往它们的路径不被允许。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Move the arm where it has more room, or choose narrower sweeps.</source>
      <translation>把机械臂移到更宽敞的地方，或选择更窄的扫掠。</translation>
    </message>
    <message>
      <source>This controller neither reports nor accepts a payload setting here.</source>
      <translation>该控制器在此既不提供也不接受负载设置。</translation>
    </message>
    <message>
      <source>Type the result in at the controller's own panel.</source>
      <translation>在控制器自身的面板上输入结果。</translation>
    </message>
    <message>
      <source>The controller refuses {mass:apart limit} kg; it takes 0 to {limit:apart mass} kg.</source>
      <translation>控制器拒绝 {mass:apart limit} kg；它接受 0 至 {limit:apart mass} kg。</translation>
    </message>
    <message>
      <source>Nothing was written; the controller keeps what it had.</source>
      <translation>未写入任何内容；控制器保留原有设置。</translation>
    </message>
    <message>
      <source>Hang up less, or measure again.</source>
      <translation>减小所挂负载，或重新测量。</translation>
    </message>
    <message>
      <source>The payload is not known well enough: {quantities}.</source>
      <translation>负载的已知精度不足：{quantities}。</translation>
    </message>
    <message>
      <source>Only what is good or usable in mass and centre of mass is written. Nothing was written; the controller keeps what it had.</source>
      <translation>只写入质量和质心良好或可用的负载。未写入任何内容；控制器保持原值。</translation>
    </message>
    <message>
      <source>Do the sweeps that the result proposes.</source>
      <translation>执行结果所建议的扫掠。</translation>
    </message>
    <message>
      <source>The payload as a whole is not known well enough ({verdict:words}).</source>
      <translation>整体上负载还不够确定（{verdict:words}）。</translation>
    </message>
    <message>
      <source>Its reasons say why. Nothing was written; the controller keeps what it had.</source>
      <translation>理由说明原因。未写入任何内容；控制器保持原值。</translation>
    </message>
    <message>
      <source>The payload is only usable, and its reasons were not confirmed ({reasons}).</source>
      <translation>此负载只是可用，且其理由未经确认（{reasons}）。</translation>
    </message>
    <message>
      <source>Read the reasons, confirm them, then write.</source>
      <translation>阅读理由，确认，然后写入。</translation>
    </message>
    <message>
      <source>It is not known whether the payload was measured with this arm.</source>
      <translation>无法判断该负载是否是用此机械臂测量的。</translation>
    </message>
    <message>
      <source>The recording or the controller has no serial number. Nothing was written; the controller keeps what it had.</source>
      <translation>录制数据或控制器没有序列号。未写入任何内容；控制器保留原有设置。</translation>
    </message>
    <message>
      <source>Measure with this arm, or type the result in at the controller's own panel.</source>
      <translation>用此机械臂测量，或在控制器自身的面板上输入结果。</translation>
    </message>
    <message>
      <source>The payload was measured with the arm {measured}, and {found} answers.</source>
      <translation>负载是用机械臂 {measured} 测量的，而应答的是 {found}。</translation>
    </message>
    <message>
      <source>Connect the arm that was measured.</source>
      <translation>连接测量时所用的机械臂。</translation>
    </message>
    <message>
      <source>{mass:apart limit} kg at {distance} mm from the flange are more than the {limit:apart mass} kg that may hang there.</source>
      <translation>距法兰 {distance} mm 处的 {mass:apart limit} kg 超过该处可挂的 {limit:apart mass} kg。</translation>
    </message>
    <message>
      <source>Hang up less, or bring its centre of mass nearer to the flange.</source>
      <translation>减小所挂负载，或使其质心更靠近法兰。</translation>
    </message>
    <message>
      <source>The controller is in no state to take a payload setting ({state}).</source>
      <translation>控制器当前状态不能接受负载设置（{state}）。</translation>
    </message>
    <message>
      <source>Clear the fault or connect again.</source>
      <translation>清除故障或重新连接。</translation>
    </message>
    <message>
      <source>The controller keeps another payload than requested: {found} kg instead of {asked} kg, centres {apart} mm apart.</source>
      <translation>控制器保存的负载与指定的不同：{found} kg，应为 {asked} kg，质心相距 {apart} mm。</translation>
    </message>
    <message>
      <source>The old setting was put back.</source>
      <translation>已恢复旧设置。</translation>
    </message>
    <message>
      <source>Type the result in at the controller's own panel, and read it back.</source>
      <translation>在控制器自身的面板上输入结果，并读回核对。</translation>
    </message>
    <message>
      <source>The old payload setting of {mass} kg could not be put back ({reason:words}).</source>
      <translation>无法恢复 {mass} kg 的旧负载设置（{reason:words}）。</translation>
    </message>
    <message>
      <source>The controller may assume a payload that is not there: it may balance it wrongly.</source>
      <translation>控制器可能假定一个不存在的负载：可能对其平衡错误。</translation>
    </message>
    <message>
      <source>Set the payload at the controller's own panel before the arm moves.</source>
      <translation>在机械臂运动前，在控制器自身的面板上设置负载。</translation>
    </message>
    <message>
      <source>The mass is known to ± {std:expanded apart good} kg; good is {good:expanded apart std} kg. The drive gains leave most of that: identify them, or sweep a load that was weighed.</source>
      <translation>质量不确定度为 ± {std:expanded apart good} kg；良好为 {good:expanded apart std} kg。主要来自驱动增益：辨识驱动增益，或扫掠已称重的负载。</translation>
    </message>
    <message>
      <source>The centre is known to ± {std:expanded apart good} mm; good is {good:expanded apart std} mm. The drive gains leave most of that: identify them, or sweep a load that was weighed.</source>
      <translation>质心不确定度为 ± {std:expanded apart good} mm；良好为 {good:expanded apart std} mm。主要来自驱动增益：辨识驱动增益，或扫掠已称重的负载。</translation>
    </message>
    <message>
      <source>The mass is known to ± {std:expanded apart good} kg; good is {good:expanded apart std} kg. Sweep slower, wider, or once more; as excitation, move longer and faster.</source>
      <translation>质量不确定度为 ± {std:expanded apart good} kg；良好为 {good:expanded apart std} kg。以更慢的速度、更大的范围扫掠，或再扫掠一次；激励运行则增加时长和速度。</translation>
    </message>
    <message>
      <source>The centre is known to ± {std:expanded apart good} mm; good is {good:expanded apart std} mm. Sweep slower, wider, or once more; as excitation, move longer and faster.</source>
      <translation>质心不确定度为 ± {std:expanded apart good} mm；良好为 {good:expanded apart std} mm。以更慢的速度、更大的范围扫掠，或再扫掠一次；激励运行则增加时长和速度。</translation>
    </message>
    <message>
      <source>The mass was moved by {by:apart std} kg to that of a body that can exist; its own uncertainty is {std:apart by} kg.</source>
      <translation>质量调整了 {by:apart std} kg，以符合物理可行的刚体；其自身不确定度为 {std:apart by} kg。</translation>
    </message>
    <message>
      <source>The centre was moved by {by:apart std} mm to that of a body that can exist; its own uncertainty is {std:apart by} mm.</source>
      <translation>质心调整了 {by:apart std} mm，以符合物理可行的刚体；其自身不确定度为 {std:apart by} mm。</translation>
    </message>
    <message>
      <source>{mass} ± {mass_std:expanded} kg may be nothing at all, and nothing has no centre of mass.</source>
      <translation>{mass} ± {mass_std:expanded} kg 可能等于没有负载，没有负载就没有质心。</translation>
    </message>
    <message>
      <source>These recordings do not determine {quantity:words}. Sweep the wrist positions that show it, or move the wrist more.</source>
      <translation>这些录制数据无法确定：{quantity:words}。扫掠能反映它的腕部姿态，或加大腕部运动。</translation>
    </message>
    <message>
      <source>The load came out as {mass} kg. Check that the unloaded and the loaded recordings are not exchanged.</source>
      <translation>算出的负载为 {mass} kg。检查空载和带负载的录制数据是否弄反。</translation>
    </message>
    <message>
      <source>{mass} kg are more than the {rated} kg that the arm is rated for. Check the unit of the effort, the drive gains, and which recordings are with and without the load.</source>
      <translation>{mass} kg 超过机械臂的额定负载 {rated} kg。请检查力矩的单位、驱动增益，以及哪些记录带负载、哪些不带。</translation>
    </message>
    <message>
      <source>The load was weighed with {weighed} kg and came out as {mass} ± {std:expanded} kg. Check the weighed mass, the unit of the effort and the drive gains; or let the weighed load say what the torques are worth.</source>
      <translation>负载称重为 {weighed} kg，测得为 {mass} ± {std:expanded} kg。请检查称重质量、力或力矩的单位和驱动增益；或由已称重的负载确定力矩的比例。</translation>
    </message>
    <message>
      <source>On {recording} the torques are {factor} ± {std:expanded} times those without the load, beside what the load itself adds. Import both recordings with the same unit and the same drive gains.</source>
      <translation>在 {recording} 中，除负载本身增加的部分外，力矩是无负载时的 {factor} ± {std:expanded} 倍。请用相同的单位和相同的驱动增益导入两份录制数据。</translation>
    </message>
    <message>
      <source>{mass} kg are more than the arm itself weighs ({arm} kg; its rated load is not known). Check the unit of the effort, the drive gains, and which recordings are with and without the load.</source>
      <translation>{mass} kg 超过机械臂自身的质量（{arm} kg；额定负载未知）。请检查力矩的单位、驱动增益，以及哪些记录带负载、哪些不带。</translation>
    </message>
    <message>
      <source>The rated load of this arm is not known. The mass was compared with that of the arm itself instead, {arm} kg.</source>
      <translation>此机械臂的额定负载未知。质量改为与机械臂自身的质量 {arm} kg 比较。</translation>
    </message>
    <message>
      <source>Neither the rated load nor the masses of this arm are known. The mass was compared with nothing.</source>
      <translation>此机械臂的额定负载和各部分质量均未知。质量未与任何值比较。</translation>
    </message>
    <message>
      <source>The sweeps contradict each other {factor} times more than their noise; joint {joint} in wrist position {orientation} most. Leave it out or repeat it.</source>
      <translation>各次扫掠之间的矛盾是其噪声的 {factor} 倍；关节 {joint}、腕部姿态 {orientation} 最严重。剔除或重做它。</translation>
    </message>
    <message>
      <source>After joint {joint} in wrist position {orientation} the arm carried another load. Fasten the load and sweep again.</source>
      <translation>在关节 {joint}、腕部姿态 {orientation} 之后，机械臂所带负载变了。固定负载后重新扫掠。</translation>
    </message>
    <message>
      <source>Only one direction counts, so friction that grows with the load passes for load. Use both.</source>
      <translation>只计入一个方向，随载荷增长的摩擦会被当成负载。使用两个方向。</translation>
    </message>
    <message>
      <source>{count} loaded sweeps have no unloaded one at the same place and were left out. Sweep those unloaded too.</source>
      <translation>{count} 次带负载的扫掠在相同位置没有空载扫掠，已剔除。在这些位置也做空载扫掠。</translation>
    </message>
    <message>
      <source>{count} loaded sweeps ran at another speed than the unloaded ones, and friction changes with speed. Sweep without and with the load at one speed.</source>
      <translation>{count} 次带负载扫描的速度与空载扫描不同，而摩擦随速度变化。请以同一速度进行空载和带负载扫描。</translation>
    </message>
    <message>
      <source>Joint {joint} in wrist position {orientation} went {degrees}° of {expected}°: a limit or a stop ended it. Repeat that sweep.</source>
      <translation>关节 {joint}、腕部姿态 {orientation} 走了 {expected}° 中的 {degrees}°：被限值或停止中断。重做此次扫掠。</translation>
    </message>
    <message>
      <source>The model misses this sweep by {times} times more than the noise. Measure it again, or leave it out and see.</source>
      <translation>模型对此次扫掠的偏差是噪声的 {times} 倍。重新测量，或剔除后再看。</translation>
    </message>
    <message>
      <source>Nobody knows the drive gains, so the weight has no scale. Sweep a load that was weighed too.</source>
      <translation>驱动增益未知，重量没有比例。再扫掠一个已称重的负载。</translation>
    </message>
    <message>
      <source>The sweeps find the ratio of the two joints' gains {percent} % off the stated one (± {std:expanded} %). Identify the drive gains.</source>
      <translation>由扫掠得出的两关节增益比与给定值相差 {percent} %（± {std:expanded} %）。辨识驱动增益。</translation>
    </message>
    <message>
      <source>In {recording} more changed than the load: {joints} fit worse than without it. Check that nothing rubs or swings, and run it again.</source>
      <translation>在 {recording} 中变化的不止负载：{joints} 的拟合比不带负载时差。检查是否有摩擦或晃动，然后重新运行。</translation>
    </message>
    <message>
      <source>The gear of joint {joint} bends {percent} % more or less by where its load came from, which makes as much of its twist uncertain. Use the drives' torque as well.</source>
      <translation>关节 {joint} 的减速器随载荷来向不同，变形会多或少 {percent} %，扭转因此同样不确定。同时使用驱动力矩。</translation>
    </message>
    <message>
      <source>The arm was {kelvin} K warmer or colder than when it was empty, and warm drives give less torque. Sweep it unloaded at this warmth.</source>
      <translation>机械臂温度与空载时相差 {kelvin} K，驱动器温度高时力矩较小。在此温度下做空载扫掠。</translation>
    </message>
    <message>
      <source>How warm the arm was without and with the load is not known, and warm drives give less torque. Sweep it unloaded today.</source>
      <translation>空载和带负载时的机械臂温度未知，驱动器温度高时力矩较小。今天做空载扫掠。</translation>
    </message>
    <message>
      <source>The sweeps of the empty arm are {days} days old; whatever was changed on the arm since counts as load. Sweep it unloaded today if anything was.</source>
      <translation>空载扫掠已有 {days} 天；此后机械臂上的任何改动都会算作负载。若有改动，今天做空载扫掠。</translation>
    </message>
    <message>
      <source>One of the two visits does not say which arm it is of. Make sure that both are of this one.</source>
      <translation>两次现场记录中有一次未说明属于哪台机械臂。确认两次都属于这一台。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/program.toml</name>
    <message>
      <source>A regressor has {found} columns instead of {wanted}.</source>
      <translation>回归矩阵有 {found} 列，应为 {wanted} 列。</translation>
    </message>
    <message>
      <source>This is a fault in Torsion; the log file has the details.</source>
      <translation>这是 Torsion 的故障；详情见日志文件。</translation>
    </message>
    <message>
      <source>{array} has the size {found} instead of {wanted}.</source>
      <translation>{array} 的大小为 {found}，应为 {wanted}。</translation>
    </message>
    <message>
      <source>The samples of joint {joint} contain something that is not a number.</source>
      <translation>关节 {joint} 的采样含有非数值内容。</translation>
    </message>
    <message>
      <source>Leave the recording out, or import it again.</source>
      <translation>省略该录制数据，或重新导入。</translation>
    </message>
    <message>
      <source>A motion has the size {found} instead of {expected}.</source>
      <translation>一个运动的大小为 {found}，应为 {expected}。</translation>
    </message>
    <message>
      <source>Parameters have the size {found} instead of {expected}.</source>
      <translation>参数的大小为 {found}，应为 {expected}。</translation>
    </message>
    <message>
      <source>The file could not be read.</source>
      <translation>无法读取文件。</translation>
    </message>
    <message>
      <source>What is asked for cannot be done.</source>
      <translation>所要求的操作无法执行。</translation>
    </message>
    <message>
      <source>Change the settings.</source>
      <translation>更改设置。</translation>
    </message>
    <message>
      <source>There is too little usable data.</source>
      <translation>可用数据太少。</translation>
    </message>
    <message>
      <source>The motion does not show what was asked for.</source>
      <translation>该运动显示不出所要求的内容。</translation>
    </message>
    <message>
      <source>Record a richer motion.</source>
      <translation>录制更丰富的运动。</translation>
    </message>
    <message>
      <source>This kind of measurement cannot determine that.</source>
      <translation>这类测量无法确定该项。</translation>
    </message>
    <message>
      <source>Measure differently.</source>
      <translation>换一种方式测量。</translation>
    </message>
    <message>
      <source>These settings do not go together.</source>
      <translation>这些设置互相冲突。</translation>
    </message>
    <message>
      <source>Change them and try again.</source>
      <translation>更改设置后重试。</translation>
    </message>
    <message>
      <source>The work could not be done.</source>
      <translation>无法完成此操作。</translation>
    </message>
    <message>
      <source>Check what was asked.</source>
      <translation>检查所要求的内容。</translation>
    </message>
    <message>
      <source>Good: the numbers can be used as they are.</source>
      <translation>良好：数值可直接使用。</translation>
    </message>
    <message>
      <source>Usable: the numbers can be used with the limits named.</source>
      <translation>可用：数值可在所述限制内使用。</translation>
    </message>
    <message>
      <source>Needs care: the numbers are good, and outside of what is usual or of what is set in the robot.</source>
      <translation>需要关注：数值良好，但超出通常范围，或与机器人中的设置不符。</translation>
    </message>
    <message>
      <source>Measure again: do not rely on the numbers.</source>
      <translation>重新测量：不要依赖这些数值。</translation>
    </message>
    <message>
      <source>Not measured: these recordings cannot give the numbers.</source>
      <translation>未测量：这些录制数据无法给出数值。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/recognition.toml</name>
    <message>
      <source>The numbers and names in {file} do not tell what all of its columns are.</source>
      <translation>{file} 中的数值和名称不能说明所有列是什么。</translation>
    </message>
    <message>
      <source>Nothing was imported, and nothing was guessed.</source>
      <translation>未导入任何内容，也未作任何猜测。</translation>
    </message>
    <message>
      <source>Say what they are with --column, or write the layout to a file with --layout-out and complete it.</source>
      <translation>请用 --column 说明这些列，或用 --layout-out 把列布局写入文件并补全。</translation>
    </message>
    <message>
      <source>{file} has no column that can be its clock.</source>
      <translation>{file} 没有可作为时钟的列。</translation>
    </message>
    <message>
      <source>Nothing was imported.</source>
      <translation>未导入任何内容。</translation>
    </message>
    <message>
      <source>Give the sample rate in Hz with --rate, or name the clock's column: --column 1=time.</source>
      <translation>请用 --rate 给出采样率（Hz），或指定时钟列：--column 1=time。</translation>
    </message>
    <message>
      <source>Nothing in the {columns} columns of {file} was recognised: {names}.</source>
      <translation>{file} 的 {columns} 列中没有任何内容被识别：{names}。</translation>
    </message>
    <message>
      <source>Say what the columns are with --column, or with --layout; the nearest one shipped is {layout}, which torsion layouts explains.</source>
      <translation>请用 --column 或 --layout 说明各列的含义；随附布局中最接近的是 {layout}，torsion layouts 对其作了说明。</translation>
    </message>
    <message>
      <source>{file} cannot be imported as it is.</source>
      <translation>{file} 不能按现状导入。</translation>
    </message>
    <message>
      <source>{file} has no rows of numbers that are separated alike.</source>
      <translation>{file} 没有分隔方式一致的数值行。</translation>
    </message>
    <message>
      <source>Name a text table, an array file, a Parquet or Excel file, or a bag.</source>
      <translation>请指定文本表格、数组文件、Parquet 或 Excel 文件，或 bag。</translation>
    </message>
    <message>
      <source>Numbers such as {example} in {file} can be read in two ways.</source>
      <translation>{file} 中如 {example} 的数值有两种读法。</translation>
    </message>
    <message>
      <source>A comma is a decimal sign or separates thousands; nothing was imported.</source>
      <translation>逗号可能是小数点，也可能是千位分隔符；未导入任何内容。</translation>
    </message>
    <message>
      <source>Save the file without separators of thousands, or name a layout with decimal = ",".</source>
      <translation>请不带千位分隔符保存文件，或指定含 decimal = "," 的列布局。</translation>
    </message>
    <message>
      <source>{file} is a ZIP archive of {count} files, such as {files}.</source>
      <translation>{file} 是一个含 {count} 个文件的压缩包，例如 {files}。</translation>
    </message>
    <message>
      <source>Unpack it, and name the recording in it, or several with --join.</source>
      <translation>请解压，然后指定其中的记录文件，多个文件用 --join。</translation>
    </message>
    <message>
      <source>Reading {file} needs the library {library}, which is not installed.</source>
      <translation>读取 {file} 需要未安装的库 {library}。</translation>
    </message>
    <message>
      <source>Install it with: pip install {library}</source>
      <translation>安装命令：pip install {library}</translation>
    </message>
    <message>
      <source>{file} could not be read ({reason}).</source>
      <translation>无法读取 {file}（{reason}）。</translation>
    </message>
    <message>
      <source>{file} is damaged or cut off ({reason}).</source>
      <translation>{file} 已损坏或不完整（{reason}）。</translation>
    </message>
    <message>
      <source>Copy it again.</source>
      <translation>请重新复制。</translation>
    </message>
    <message>
      <source>The header {file} cannot be followed ({reason}).</source>
      <translation>无法解读文件头 {file}（{reason}）。</translation>
    </message>
    <message>
      <source>Copy the trace again, all its files.</source>
      <translation>请重新复制该轨迹记录的全部文件。</translation>
    </message>
    <message>
      <source>The values {values} of {file} are missing or cut off ({reason}).</source>
      <translation>{file} 的数值文件 {values} 缺失或被截断（{reason}）。</translation>
    </message>
    <message>
      <source>Copy all files of the trace into one folder: .dat and .r64 of each drive.</source>
      <translation>请把该记录的全部文件复制到同一文件夹：每个驱动的 .dat 和 .r64。</translation>
    </message>
    <message>
      <source>{file} has another clock or length than {other}.</source>
      <translation>{file} 的时钟或长度与 {other} 不同。</translation>
    </message>
    <message>
      <source>One table needs the same clock; nothing was imported.</source>
      <translation>同一张表需要相同的时钟；没有导入任何内容。</translation>
    </message>
    <message>
      <source>Record all drives at one rate, or copy one .dat and its .r64 alone and use --join.</source>
      <translation>请以同一频率记录全部驱动，或单独复制一个 .dat 及其 .r64 并使用 --join。</translation>
    </message>
    <message>
      <source>{file} does not describe a data set of LeRobot ({reason}).</source>
      <translation>{file} 不是 LeRobot 数据集的描述（{reason}）。</translation>
    </message>
    <message>
      <source>Copy the whole data set again: meta/info.json and the folder data.</source>
      <translation>请重新复制整个数据集：meta/info.json 和文件夹 data。</translation>
    </message>
    <message>
      <source>{file} has no episode {episode}.</source>
      <translation>{file} 没有第 {episode} 段（episode）。</translation>
    </message>
    <message>
      <source>It has, among others: {episodes}.</source>
      <translation>其中有：{episodes} 等。</translation>
    </message>
    <message>
      <source>Name one of its episodes with --topic, or leave --topic out for all.</source>
      <translation>请用 --topic 指定其中一段，或去掉 --topic 读取全部。</translation>
    </message>
    <message>
      <source>{file} is not a NumPy array ({reason}).</source>
      <translation>{file} 不是 NumPy 数组（{reason}）。</translation>
    </message>
    <message>
      <source>{file} is not a bag that can be read ({reason}).</source>
      <translation>{file} 不是可读取的 bag（{reason}）。</translation>
    </message>
    <message>
      <source>No topic of {file} holds the joints of an arm.</source>
      <translation>{file} 中没有含机械臂关节的话题。</translation>
    </message>
    <message>
      <source>It has: {topics}.</source>
      <translation>其中有：{topics}。</translation>
    </message>
    <message>
      <source>Name the topic to read with --topic.</source>
      <translation>请用 --topic 指定要读取的话题。</translation>
    </message>
    <message>
      <source>Several topics of {file} hold joints: {topics}.</source>
      <translation>{file} 中有多个含关节的话题：{topics}。</translation>
    </message>
    <message>
      <source>Name one of them with --topic.</source>
      <translation>请用 --topic 指定其中之一。</translation>
    </message>
    <message>
      <source>{file} has no topic {topic}.</source>
      <translation>{file} 没有话题 {topic}。</translation>
    </message>
    <message>
      <source>Name one of these with --topic.</source>
      <translation>请用 --topic 指定其中之一。</translation>
    </message>
    <message>
      <source>{file} does not say how messages of the type {message} are built.</source>
      <translation>{file} 没有说明 {message} 类型消息的结构。</translation>
    </message>
    <message>
      <source>Record it as MCAP, which holds the definitions, or convert it where the type is installed.</source>
      <translation>请录制为含有定义的 MCAP，或在装有该类型的电脑上转换。</translation>
    </message>
    <message>
      <source>{share:%} of the rows of {file} cannot be used; {kept} are left.</source>
      <translation>{file} 的行中有 {share:%} 不能使用，还剩 {kept} 行。</translation>
    </message>
    <message>
      <source>Export it again, or take the rows that are left: {options}.</source>
      <translation>请重新导出，或采用剩下的行：{options}。</translation>
    </message>
    <message>
      <source>{file} describes a robot; it is no recording.</source>
      <translation>{file} 是机器人描述，不是记录。</translation>
    </message>
    <message>
      <source>torsion robots {file} shows it, and --robot {file} names it as the arm of a recording.</source>
      <translation>torsion robots {file} 可显示它，--robot {file} 可将其指定为记录所属的机械臂。</translation>
    </message>
    <message>
      <source>Several sheets of {file} have a table: {sheets}.</source>
      <translation>{file} 中有多个工作表含有数据表：{sheets}。</translation>
    </message>
    <message>
      <source>{file} has no sheet {sheet}.</source>
      <translation>{file} 中没有工作表 {sheet}。</translation>
    </message>
    <message>
      <source>It has: {sheets}.</source>
      <translation>其中有：{sheets}。</translation>
    </message>
    <message>
      <source>'{text}' does not say what a column is.</source>
      <translation>“{text}”没有说明列是什么。</translation>
    </message>
    <message>
      <source>Write columns, an equals sign and the meaning, such as --column "14-19=current A" or "2-7=position 524288 counts/turn".</source>
      <translation>请写出列、等号和含义，例如 --column "14-19=current A" 或 "2-7=position 524288 counts/turn"。</translation>
    </message>
    <message>
      <source>{meaning} is no meaning of a column.</source>
      <translation>{meaning} 不是列的含义。</translation>
    </message>
    <message>
      <source>There are: {meanings}.</source>
      <translation>可用：{meanings}。</translation>
    </message>
    <message>
      <source>Choose one of these.</source>
      <translation>选择其中之一。</translation>
    </message>
    <message>
      <source>{unit} is no unit of {meaning:words}.</source>
      <translation>{unit} 不是{meaning:words}的单位。</translation>
    </message>
    <message>
      <source>There are: {units}.</source>
      <translation>可用：{units}。</translation>
    </message>
    <message>
      <source>{units} units were named for {columns} columns.</source>
      <translation>为 {columns} 列给出了 {units} 个单位。</translation>
    </message>
    <message>
      <source>Name one unit for all of them, or one for each column in their order.</source>
      <translation>请为所有列给出一个单位，或按列的顺序逐列给出单位。</translation>
    </message>
    <message>
      <source>{file} is none of the files to import.</source>
      <translation>{file} 不是要导入的文件之一。</translation>
    </message>
    <message>
      <source>There are: {files}.</source>
      <translation>有：{files}。</translation>
    </message>
    <message>
      <source>Write the name of one of them in front of the colon.</source>
      <translation>请在冒号前写其中一个文件名。</translation>
    </message>
    <message>
      <source>{file} has no column {column}.</source>
      <translation>{file} 没有列 {column}。</translation>
    </message>
    <message>
      <source>It has {columns} columns, counted from 1.</source>
      <translation>共有 {columns} 列，从 1 起计。</translation>
    </message>
    <message>
      <source>torsion show lists them.</source>
      <translation>torsion show 会列出各列。</translation>
    </message>
    <message>
      <source>columns {columns}: {choices}</source>
      <translation>第 {columns} 列：{choices}</translation>
    </message>
    <message>
      <source>no column holds positions of joints</source>
      <translation>没有关节位置的列</translation>
    </message>
    <message>
      <source>the {columns} columns {name} hold different times, so the values beside them are not of the same moments; export all channels at one rate</source>
      <translation>{columns} 个名为 {name} 的列含有不同的时间，因此旁边的数值不属于同一时刻；请以同一采样率导出所有通道</translation>
    </message>
    <message>
      <source>columns {first} and {second} never stand in one row: they have different rates; write each into a file of its own and join the files with --join</source>
      <translation>第 {first} 列与第 {second} 列从不在同一行：它们的采样率不同；请各写入一个文件，再用 --join 合并</translation>
    </message>
    <message>
      <source>the positions in columns {columns} leap from row to row as no arm moves: rows of several programs, or rows in another order; import the rows of one with --rows, or export one source alone</source>
      <translation>第 {columns} 列的位置逐行跳变，没有机械臂会这样运动：可能是多个程序的行，或行的顺序不同；请用 --rows 导入其中一个的行，或单独导出一个来源</translation>
    </message>
    <message>
      <source>the speeds in columns {columns} are {ratio} times faster against the positions in some rows than in others, so no clock fits all rows: samples are missing, or the rate changed; import the rows of one part with --rows</source>
      <translation>第 {columns} 列的速度相对于位置，在一些行中是另一些行的 {ratio} 倍，因此没有一个时钟适合所有行：缺少样本，或采样率改变了；请用 --rows 导入其中一段的行</translation>
    </message>
    <message>
      <source>columns {columns} hold one value in {share:%} of the rows while the joints {joints} move: the signal was lost; import the rows before or after it with --rows</source>
      <translation>第 {columns} 列在 {share:%} 的行中保持同一个值，而关节 {joints} 在运动：信号丢失了；请用 --rows 导入其前或其后的行</translation>
    </message>
    <message>
      <source>the columns that name the joints change from row to row, so rows of several programs are mixed; import the bag itself, or export one source alone</source>
      <translation>写有关节名称的列逐行变化，说明混有多个程序的行；请导入 bag 文件本身，或单独导出一个来源</translation>
    </message>
    <message>
      <source>you said so</source>
      <translation>由您指定</translation>
    </message>
    <message>
      <source>the numbers agree with the shipped layout {layout}</source>
      <translation>数值与自带列布局 {layout} 一致</translation>
    </message>
    <message>
      <source>the shipped layout {layout} has no use for it</source>
      <translation>自带列布局 {layout} 不使用此列</translation>
    </message>
    <message>
      <source>a documented name of {form}</source>
      <translation>{form} 的既定名称</translation>
    </message>
    <message>
      <source>a field of {form} that is not needed</source>
      <translation>{form} 中不需要的字段</translation>
    </message>
    <message>
      <source>the message {message} says so</source>
      <translation>消息 {message} 已说明</translation>
    </message>
    <message>
      <source>the name {name} says so</source>
      <translation>名称 {name} 已说明</translation>
    </message>
    <message>
      <source>the name {name} says the joint</source>
      <translation>名称 {name} 说明了关节</translation>
    </message>
    <message>
      <source>the name says {unit}</source>
      <translation>名称说明单位为 {unit}</translation>
    </message>
    <message>
      <source>the names state different units or none: {units}</source>
      <translation>名称给出的单位不同或没有单位：{units}</translation>
    </message>
    <message>
      <source>the joints differ in their unit: columns {columns} change {ratios} times as fast</source>
      <translation>各关节的单位不同：第 {columns} 列的变化快 {ratios} 倍</translation>
    </message>
    <message>
      <source>{unit} is no known unit</source>
      <translation>{unit} 不是已知单位</translation>
    </message>
    <message>
      <source>joints in the order of their numbers</source>
      <translation>关节按编号排列</translation>
    </message>
    <message>
      <source>joints in the order of their names</source>
      <translation>关节按名称排列</translation>
    </message>
    <message>
      <source>joints in the order of the file</source>
      <translation>关节按文件中的顺序排列</translation>
    </message>
    <message>
      <source>one joint</source>
      <translation>一个关节</translation>
    </message>
    <message>
      <source>the order of the joints {joints} is not known</source>
      <translation>关节 {joints} 的顺序未知</translation>
    </message>
    <message>
      <source>the joints are numbered {joints}</source>
      <translation>关节编号为 {joints}</translation>
    </message>
    <message>
      <source>these are the joints of {arms}: which arm?</source>
      <translation>这些是 {arms} 的关节：是哪一个机械臂？</translation>
    </message>
    <message>
      <source>joints that the arm does not have: {joints}</source>
      <translation>该机械臂没有的关节：{joints}</translation>
    </message>
    <message>
      <source>these words name the joints: {joints}</source>
      <translation>这些文字是关节名称：{joints}</translation>
    </message>
    <message>
      <source>these words name the joints, and change from row to row</source>
      <translation>这些文字是关节名称，且逐行变化</translation>
    </message>
    <message>
      <source>several columns have the same name</source>
      <translation>多列同名</translation>
    </message>
    <message>
      <source>other columns hold the same quantity</source>
      <translation>其他列含有相同的量</translation>
    </message>
    <message>
      <source>you named other columns for it</source>
      <translation>您为此指定了其他列</translation>
    </message>
    <message>
      <source>other columns of that name are as many as the joints of the arm, {count}</source>
      <translation>同名的其他列与机械臂关节数（{count}）相同</translation>
    </message>
    <message>
      <source>another column is the clock</source>
      <translation>另一列是时钟</translation>
    </message>
    <message>
      <source>rises row by row in {unit}, {rate} Hz</source>
      <translation>逐行递增，单位 {unit}，{rate} Hz</translation>
    </message>
    <message>
      <source>falls row by row in {unit}, {rate} Hz, and is read from the end: the newest row first, or time that is left, which turns the sign of all speeds</source>
      <translation>逐行递减，单位 {unit}，{rate} Hz，从末行读起：最新的行在前，或为剩余时间（此时所有速度的符号相反）</translation>
    </message>
    <message>
      <source>rises by {step} from row to row; in {unit} that is {rate} Hz</source>
      <translation>逐行增加 {step}；以 {unit} 计为 {rate} Hz</translation>
    </message>
    <message>
      <source>moments as text, {rate} Hz</source>
      <translation>以文本写出的时刻，{rate} Hz</translation>
    </message>
    <message>
      <source>rises by {step} from row to row; its unit can be one of several</source>
      <translation>逐行增加 {step}；单位有多种可能</translation>
    </message>
    <message>
      <source>whole seconds, and the rest in nanoseconds</source>
      <translation>整秒，其余为纳秒</translation>
    </message>
    <message>
      <source>the first column that rises throughout</source>
      <translation>第一个始终递增的列</translation>
    </message>
    <message>
      <source>its integral follows columns {columns} (correlation {share})</source>
      <translation>其积分与第 {columns} 列一致（相关系数 {share}）</translation>
    </message>
    <message>
      <source>its integral follows the speeds in columns {columns}</source>
      <translation>其积分与第 {columns} 列的速度一致</translation>
    </message>
    <message>
      <source>columns {columns} are its derivative</source>
      <translation>第 {columns} 列是其导数</translation>
    </message>
    <message>
      <source>follows columns {columns} one to one</source>
      <translation>与第 {columns} 列一一对应</translation>
    </message>
    <message>
      <source>other columns follow it, so it can be the motor's, the link's or the controller's</source>
      <translation>其他列与之一致，因此可能属于电机、连杆或控制器</translation>
    </message>
    <message>
      <source>follows the positions with a ratio of {ratio}: another encoder, or the command</source>
      <translation>以 {ratio} 的比例跟随位置：另一编码器或指令</translation>
    </message>
    <message>
      <source>at joints {joints} its integral does not follow columns {columns} (correlation {share})</source>
      <translation>在关节 {joints} 处，其积分与第 {columns} 列不一致（相关系数 {share}）</translation>
    </message>
    <message>
      <source>at joints {joints} it has the opposite sign of the change of columns {columns}</source>
      <translation>在关节 {joints} 处，其符号与第 {columns} 列的变化相反</translation>
    </message>
    <message>
      <source>its integral is {ratio} times the change of columns {columns}: no known unit</source>
      <translation>其积分是第 {columns} 列变化的 {ratio} 倍：没有相应单位</translation>
    </message>
    <message>
      <source>within the limits of {robot} only in {unit}, of which it uses {share}</source>
      <translation>仅以 {unit} 计时在 {robot} 的限位内，占用其范围的 {share}</translation>
    </message>
    <message>
      <source>up to {peak}, so the unit is {unit}</source>
      <translation>最大为 {peak}，因此单位为 {unit}</translation>
    </message>
    <message>
      <source>the weights of {robot} explain columns {columns} only in {unit}</source>
      <translation>只有以 {unit} 为单位时，{robot} 的重力才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>columns {columns} are {ratio} times the torques that the masses of {robot} need, only in {unit}</source>
      <translation>仅以 {unit} 计时，第 {columns} 列是 {robot} 各质量所需力矩的 {ratio} 倍</translation>
    </message>
    <message>
      <source>{ratio} times the torques that the masses of {robot} need, in {unit}</source>
      <translation>以 {unit} 计是 {robot} 各质量所需力矩的 {ratio} 倍</translation>
    </message>
    <message>
      <source>up to {peak}, and the angles are in rad, so the unit is {unit}</source>
      <translation>最大 {peak}，且角度以 rad 为单位，因此单位为 {unit}</translation>
    </message>
    <message>
      <source>written in {unit}; how much one is in SI is not in the file</source>
      <translation>以 {unit} 写出；文件中没有其对应的 SI 数值</translation>
    </message>
    <message>
      <source>whole numbers up to {peak}: counts of an encoder, or rounded angles</source>
      <translation>最大 {peak} 的整数：编码器计数，或取整的角度</translation>
    </message>
    <message>
      <source>its unit follows once columns {columns} are settled</source>
      <translation>第 {columns} 列确定后，其单位随之确定</translation>
    </message>
    <message>
      <source>the speeds in columns {columns} fit {unit} (ratio {ratio})</source>
      <translation>第 {columns} 列的速度符合 {unit}（比值 {ratio}）</translation>
    </message>
    <message>
      <source>up to {peak}, which leaves the unit open</source>
      <translation>最大为 {peak}，单位无法确定</translation>
    </message>
    <message>
      <source>the robot has a sliding joint, so the unit is open</source>
      <translation>机器人有移动关节，单位无法确定</translation>
    </message>
    <message>
      <source>up to {peak}, too far for rad</source>
      <translation>最大为 {peak}，以 rad 计过大</translation>
    </message>
    <message>
      <source>the names say the joints, but not the quantity</source>
      <translation>名称说明了关节，但未说明物理量</translation>
    </message>
    <message>
      <source>at the motor shaft, or already times the gear ratio</source>
      <translation>位于电机轴，或已乘以减速比</translation>
    </message>
    <message>
      <source>the effort is what you said</source>
      <translation>effort 按您的说明处理</translation>
    </message>
    <message>
      <source>drivers of Universal Robots write the current in A as effort</source>
      <translation>Universal Robots 的驱动程序把电流（A）写作 effort</translation>
    </message>
    <message>
      <source>the effort of a joint is a torque in N·m</source>
      <translation>关节的 effort 是力矩，单位 N·m</translation>
    </message>
    <message>
      <source>begins again after {period}, {times} times</source>
      <translation>每过 {period} 重新开始，共 {times} 次</translation>
    </message>
    <message>
      <source>up to {peak}, beyond limits or speeds of {robot} in {unit}</source>
      <translation>最大 {peak}，以 {unit} 计超出 {robot} 的限位或速度</translation>
    </message>
    <message>
      <source>in {unit} the speeds in columns {columns} would not be in {speed} (ratio {ratio})</source>
      <translation>若为 {unit}，第 {columns} 列的速度就不是 {speed}（比值 {ratio}）</translation>
    </message>
    <message>
      <source>its integral is {ratio} times the change of columns {columns}: another unit</source>
      <translation>其积分是第 {columns} 列变化的 {ratio} 倍：是另一单位</translation>
    </message>
    <message>
      <source>the speeds of joints {joints} belong to others of them, or have another sign</source>
      <translation>关节 {joints} 的速度属于其中别的关节，或符号相反</translation>
    </message>
    <message>
      <source>the speeds of joints {joints} have no sign: they never say which way</source>
      <translation>关节 {joints} 的速度没有符号：从不表明方向</translation>
    </message>
    <message>
      <source>the torques of joints {joints} come down to zero again and again and never go below: they have lost their sign, which nothing brings back; record them with their sign</source>
      <translation>关节 {joints} 的力矩一再降到零，却从不低于零：符号已经丢失，无法恢复；请带符号重新记录</translation>
    </message>
    <message>
      <source>rises by exactly 1 from row to row: it counts the rows, and no speed says that each took a second; leave it out and state the sample rate</source>
      <translation>逐行恰好加 1：这是行计数，没有速度能说明每行为一秒；请不导入此列，并给出采样率</translation>
    </message>
    <message>
      <source>at joints {joints} it counts backwards against columns {columns} (ratio {ratio})</source>
      <translation>在关节 {joints} 处，与第 {columns} 列相比反向计数（比值 {ratio}）</translation>
    </message>
    <message>
      <source>the encoders of joints {joints} follow other joints of columns {columns}</source>
      <translation>关节 {joints} 的编码器跟随第 {columns} 列的其他关节</translation>
    </message>
    <message>
      <source>the joints are called as those of {robots}, not as those of {robot}</source>
      <translation>关节名称属于 {robots}，而不是 {robot}</translation>
    </message>
    <message>
      <source>the speeds of joints {joints} are up to {lag:ms} ms behind their positions; inertia and friction that are found with them are off</source>
      <translation>关节 {joints} 的速度比位置最多滞后 {lag:ms} ms；由此得到的惯量和摩擦会有偏差</translation>
    </message>
    <message>
      <source>the speeds of joints {joints} are up to {lag:ms} ms ahead of their positions; inertia and friction that are found with them are off</source>
      <translation>关节 {joints} 的速度比位置最多超前 {lag:ms} ms；由此得到的惯量和摩擦会有偏差</translation>
    </message>
    <message>
      <source>with the zero of joints {joints} moved by {angles}° the masses of {robot} explain the torques better: check that zero, or the masses of the description</source>
      <translation>将关节 {joints} 的零点移动 {angles}° 后，{robot} 的质量能更好地解释力矩：请检查该零点或描述中的质量</translation>
    </message>
    <message>
      <source>not weighed against the masses of an arm: the zeros of the joints, and signs, order and size of the torques are taken as the file has them</source>
      <translation>未与机械臂的质量核对：关节零点以及力矩的符号、顺序和大小均按文件采用</translation>
    </message>
    <message>
      <source>as you said; in {unit} joints {joints} are up to {ratio} times as fast as {robot} is described</source>
      <translation>按您的说明；以 {unit} 计，关节 {joints} 的速度最多达到 {robot} 描述值的 {ratio} 倍</translation>
    </message>
    <message>
      <source>in {unit} joints {joints} go up to {ratio} times beyond what {robot} can, the others do not: they are counted at their motors</source>
      <translation>以 {unit} 计，关节 {joints} 最多超出 {robot} 能力的 {ratio} 倍，其他关节则没有：它们是按电机侧计数的</translation>
    </message>
    <message>
      <source>{lag:ms} ms behind columns {columns}; the checks of the set-up measure it exactly</source>
      <translation>比第 {columns} 列晚约 {lag:ms} ms；设置检查会准确测量</translation>
    </message>
    <message>
      <source>turns {ratio} times as far as columns {columns}: it is at the motor shaft</source>
      <translation>转角是第 {columns} 列的 {ratio} 倍：位于电机轴上</translation>
    </message>
    <message>
      <source>turns {ratio} times as far as columns {columns}, as in another unit</source>
      <translation>转角是第 {columns} 列的 {ratio} 倍，像是另一种单位</translation>
    </message>
    <message>
      <source>in {unit} the joints would be {ratio} times as fast as those of {robot} can be: as motors before their gears are; N is then 1 divided by the gear ratio</source>
      <translation>按 {unit} 计算，关节速度会是 {robot} 关节所能达到的 {ratio} 倍：这是减速器之前的电机；此时 N 为 1 除以减速比</translation>
    </message>
    <message>
      <source>nothing but their places says which joint is which</source>
      <translation>只有列的位置说明哪一列属于哪个关节</translation>
    </message>
    <message>
      <source>the masses of {robot} do not tell joints {joints} apart</source>
      <translation>{robot} 的质量无法区分关节 {joints}</translation>
    </message>
    <message>
      <source>the masses of {robot} explain the torques of joints {joints} in no reading that was tried</source>
      <translation>在已尝试的任何读法下，{robot} 的质量都不能解释关节 {joints} 的力矩</translation>
    </message>
    <message>
      <source>the columns of joints {joints} never change while the joints move</source>
      <translation>关节 {joints} 运动时，其列始终不变</translation>
    </message>
    <message>
      <source>its values never change while the joints move</source>
      <translation>关节运动时，其数值始终不变</translation>
    </message>
    <message>
      <source>the same numbers as columns {columns}: no second encoder</source>
      <translation>与第 {columns} 列的数字相同：不是第二个编码器</translation>
    </message>
    <message>
      <source>columns {columns} twist the gears of joints {joints} the wrong way: the encoders are exchanged, or the torque counts the other way round</source>
      <translation>第 {columns} 列使关节 {joints} 的减速器朝相反方向扭转：两个编码器互换了，或力矩方向相反</translation>
    </message>
    <message>
      <source>of joints {joints} it follows columns {columns} of other joints, or the other way round</source>
      <translation>关节 {joints} 的这些列跟随第 {columns} 列中其他关节的列，或方向相反</translation>
    </message>
    <message>
      <source>the moving masses of {robot} explain the torques far better if it moved {ratio} times as fast as this clock says</source>
      <translation>若运动速度为此时钟所示的 {ratio} 倍，{robot} 的运动质量能更好地解释力矩</translation>
    </message>
    <message>
      <source>corrected as you said</source>
      <translation>已按您所说更正</translation>
    </message>
    <message>
      <source>in {unit} it would be {ratio} times the torques that the masses of {robot} need</source>
      <translation>若以 {unit} 计，则是 {robot} 各质量所需力矩的 {ratio} 倍</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} only with another order of joints {joints}</source>
      <translation>只有改变关节 {joints} 的顺序，{robot} 的质量才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} only if joints {joints} count the other way round</source>
      <translation>只有关节 {joints} 反向计数，{robot} 的质量才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} only with another unit of joints {joints}</source>
      <translation>只有关节 {joints} 采用另一单位，{robot} 的质量才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} only with another order of joints {joints} than that of the positions</source>
      <translation>只有关节 {joints} 的顺序与位置的顺序不同，{robot} 的质量才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} with its base mounted otherwise ({mounting}): choose that mounting of the arm, then nothing else has to be changed</source>
      <translation>{robot} 的质量只在底座另行安装（{mounting}）时能解释第 {columns} 列：请为机械臂选择这种安装方式，其余无需更改</translation>
    </message>
    <message>
      <source>all joints begin at exactly 0, in which pose {robot} would need other torques: the encoders were set to zero where the arm stood</source>
      <translation>所有关节都恰好从 0 开始，而在该姿态下 {robot} 需要另外的力矩：编码器在机械臂停放处被置零</translation>
    </message>
    <message>
      <source>columns {columns} hold {robot} only if joints {joints} count the other way round</source>
      <translation>只有关节 {joints} 反向计数，第 {columns} 列才能托住 {robot}</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} only if joints {joints} are counted from the horizon instead of the link before</source>
      <translation>只有关节 {joints} 以水平面而不是前一连杆为基准，{robot} 的质量才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>the masses of {robot} explain columns {columns} only with the zeros of joints {joints} moved by {angles}°</source>
      <translation>只有将关节 {joints} 的零点移动 {angles}°，{robot} 的质量才能解释第 {columns} 列</translation>
    </message>
    <message>
      <source>the masses of {robot} agree from joint to joint only with shares of the rated torques, {unit}</source>
      <translation>只有当数值是额定力矩的份额（{unit}）时，各关节才与 {robot} 的质量一致</translation>
    </message>
    <message>
      <source>all values are zero</source>
      <translation>全部为零</translation>
    </message>
    <message>
      <source>no name, and no block of columns is the derivative of another</source>
      <translation>没有名称，也没有一组列是另一组的导数</translation>
    </message>
    <message>
      <source>the numbers do not tell a torque from a current, nor measured from computed</source>
      <translation>仅凭数值不能区分力矩与电流，也不能区分测量值与计算值</translation>
    </message>
    <message>
      <source>not made of numbers</source>
      <translation>不是数值</translation>
    </message>
    <message>
      <source>the name says no quantity of a joint</source>
      <translation>名称未说明关节的物理量</translation>
    </message>
    <message>
      <source>fits into no block of one column for each joint</source>
      <translation>不属于每关节一列的任何一组</translation>
    </message>
    <message>
      <source>a field of the message that is not needed</source>
      <translation>消息中不需要的字段</translation>
    </message>
    <message>
      <source>the name says a quantity that is not needed</source>
      <translation>名称所示的量不需要</translation>
    </message>
    <message>
      <source>commanded, not measured</source>
      <translation>指令值，非测量值</translation>
    </message>
    <message>
      <source>counts rows or messages</source>
      <translation>行或消息的计数</translation>
    </message>
    <message>
      <source>another clock, or one that does not rise</source>
      <translation>另一时钟，或不递增的时钟</translation>
    </message>
    <message>
      <source>part of another clock</source>
      <translation>另一时钟的一部分</translation>
    </message>
    <message>
      <source>Say below what the marked columns are.</source>
      <translation>请在下方说明带标记的列是什么。</translation>
    </message>
    <message>
      <source>Type the sample rate below, or export the file with its clock.</source>
      <translation>请在下方输入采样率，或连同时钟一起导出文件。</translation>
    </message>
    <message>
      <source>Give the columns names that say what they hold, or choose a layout.</source>
      <translation>请给各列起能说明内容的名称，或选择一个布局。</translation>
    </message>
    <message>
      <source>Choose a bag with the states of the joints.</source>
      <translation>请选择含有关节状态的包文件。</translation>
    </message>
    <message>
      <source>Choose one of them below.</source>
      <translation>请在下方选择其中之一。</translation>
    </message>
    <message>
      <source>Remove it here, and choose it as the robot: From a file …</source>
      <translation>请在此移除它，并将其选作机器人：从文件…</translation>
    </message>
    <message>
      <source>Export it again, or choose below to take the rows that are left.</source>
      <translation>请重新导出，或在下方选择采用剩下的行。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/recordings.toml</name>
    <message>
      <source>{first} and {second} have no quantity in common.</source>
      <translation>{first} 与 {second} 没有共同的量。</translation>
    </message>
    <message>
      <source>Their clocks can only be compared by one that both recorded: {first} has {first_has}, {second} has {second_has}. Nothing was imported.</source>
      <translation>只有两者都记录的量才能比较时钟：{first} 有 {first_has}，{second} 有 {second_has}。未导入任何内容。</translation>
    </message>
    <message>
      <source>Record one quantity with both programs, such as the position.</source>
      <translation>请用两个程序都记录一个量，例如位置。</translation>
    </message>
    <message>
      <source>{second} does not move as {first} does.</source>
      <translation>{second} 的运动与 {first} 不同。</translation>
    </message>
    <message>
      <source>At the best offset of their clocks the correlation of {common:words} is {correlation:apart least}; {least:apart correlation} is needed. Nothing was imported.</source>
      <translation>在最佳时钟偏移下，{common:words} 的相关系数为 {correlation:apart least}；需要 {least:apart correlation}。未导入任何内容。</translation>
    </message>
    <message>
      <source>Name files of one run.</source>
      <translation>请指定同一次运行的文件。</translation>
    </message>
    <message>
      <source>{second} has no column that {first} lacks.</source>
      <translation>{second} 没有 {first} 所缺少的列。</translation>
    </message>
    <message>
      <source>Joining would add nothing. Nothing was imported.</source>
      <translation>合并不会增加内容。未导入任何内容。</translation>
    </message>
    <message>
      <source>Import the files without --join.</source>
      <translation>请不带 --join 导入这些文件。</translation>
    </message>
    <message>
      <source>{first} and {second} overlap with too little motion.</source>
      <translation>{first} 与 {second} 重叠部分的运动太少。</translation>
    </message>
    <message>
      <source>It was enough for {blocks} comparisons of their clocks; {needed} are needed. Nothing was imported.</source>
      <translation>只够比较时钟 {blocks} 次；需要 {needed} 次。未导入任何内容。</translation>
    </message>
    <message>
      <source>Name files that overlap for longer.</source>
      <translation>请指定重叠时间更长的文件。</translation>
    </message>
    <message>
      <source>The motion does not repeat itself.</source>
      <translation>该运动不重复。</translation>
    </message>
    <message>
      <source>Only recordings of a motion that repeats itself, more than one and a half times, can be laid over one another by phase. Nothing was changed.</source>
      <translation>只有重复一次半以上的运动的录制才能按相位叠放。未作任何更改。</translation>
    </message>
    <message>
      <source>Compare by the beginning, or by an event.</source>
      <translation>请按起点或按事件对比。</translation>
    </message>
    <message>
      <source>It has: {has}. Nothing was imported.</source>
      <translation>其中有：{has}。未导入任何内容。</translation>
    </message>
    <message>
      <source>Name one of these.</source>
      <translation>请指定其中之一。</translation>
    </message>
    <message>
      <source>{file} is not laid out as this layout says.</source>
      <translation>{file} 的内容与所选布局不符。</translation>
    </message>
    <message>
      <source>Name the layout that fits, or a layout file of your own (--layout).</source>
      <translation>指定合适的布局，或您自己的布局文件（--layout）。</translation>
    </message>
    <message>
      <source>The rows {first} to {last} are not all in the file, which has {available} rows.</source>
      <translation>第 {first} 至 {last} 行不全在文件中，该文件有 {available} 行。</translation>
    </message>
    <message>
      <source>Choose rows between 1 and {available}.</source>
      <translation>选择 1 到 {available} 之间的行。</translation>
    </message>
    <message>
      <source>{file} has no row that can be used.</source>
      <translation>{file} 没有可用的行。</translation>
    </message>
    <message>
      <source>Check the file and its layout.</source>
      <translation>检查该文件及其布局。</translation>
    </message>
    <message>
      <source>{file} does not have the robot's {expected} joints in all quantities.</source>
      <translation>{file} 中并非所有量都具有机器人的 {expected} 个关节。</translation>
    </message>
    <message>
      <source>Check the robot and the layout.</source>
      <translation>请检查机器人和布局。</translation>
    </message>
    <message>
      <source>There is no layout {layout}, and no file of that name.</source>
      <translation>没有布局 {layout}，也没有同名文件。</translation>
    </message>
    <message>
      <source>There are: {layouts}.</source>
      <translation>现有：{layouts}。</translation>
    </message>
    <message>
      <source>Choose one of these or name a layout file.</source>
      <translation>选择其中之一，或指定布局文件。</translation>
    </message>
    <message>
      <source>The layout {file} cannot be used.</source>
      <translation>布局 {file} 无法使用。</translation>
    </message>
    <message>
      <source>Correct it and try again.</source>
      <translation>更正后重试。</translation>
    </message>
    <message>
      <source>{file} is not TOML ({reason}).</source>
      <translation>{file} 不是 TOML（{reason}）。</translation>
    </message>
    <message>
      <source>It cannot be used.</source>
      <translation>无法使用。</translation>
    </message>
    <message>
      <source>{file} is not a NumPy archive ({reason}).</source>
      <translation>{file} 不是 NumPy 归档文件（{reason}）。</translation>
    </message>
    <message>
      <source>{file} is not a MATLAB file that can be read ({reason}).</source>
      <translation>{file} 不是可读取的 MATLAB 文件（{reason}）。</translation>
    </message>
    <message>
      <source>Save it again with -v7.</source>
      <translation>用 -v7 重新保存。</translation>
    </message>
    <message>
      <source>{file} is not a table ({reason}).</source>
      <translation>{file} 不是表格（{reason}）。</translation>
    </message>
    <message>
      <source>there is neither a time nor a sample rate</source>
      <translation>既没有时间，也没有采样率</translation>
    </message>
    <message>
      <source>none of the arrays ({arrays}) has a known name ({known})</source>
      <translation>数组（{arrays}）都没有已知的名称（{known}）</translation>
    </message>
    <message>
      <source>the size {found} does not fit {expected} samples</source>
      <translation>大小 {found} 与 {expected} 个采样不符</translation>
    </message>
    <message>
      <source>{found} columns do not fit what is wanted here</source>
      <translation>{found} 列与此处的要求不符</translation>
    </message>
    <message>
      <source>these are not numbers</source>
      <translation>这些不是数字</translation>
    </message>
    <message>
      <source>there is no column {column}</source>
      <translation>没有 {column} 列</translation>
    </message>
    <message>
      <source>{found} joints instead of {expected}</source>
      <translation>有 {found} 个关节，应为 {expected} 个</translation>
    </message>
    <message>
      <source>{value} is not possible here</source>
      <translation>此处不能为 {value}</translation>
    </message>
    <message>
      <source>one column only is possible here</source>
      <translation>此处只能有一列</translation>
    </message>
    <message>
      <source>{value} is none of {choices}</source>
      <translation>{value} 不在 {choices} 之中</translation>
    </message>
    <message>
      <source>{value} is no known unit here; known are {units}</source>
      <translation>{value} 不是此处已知的单位；已知的有 {units}</translation>
    </message>
    <message>
      <source>the other file does not cover it</source>
      <translation>另一个文件未覆盖</translation>
    </message>
    <message>
      <source>a gap in the other file</source>
      <translation>另一个文件中有间断</translation>
    </message>
    <message>
      <source>the last line breaks off</source>
      <translation>最后一行不完整</translation>
    </message>
    <message>
      <source>another number of columns than the rest of the file</source>
      <translation>列数与文件其余部分不同</translation>
    </message>
    <message>
      <source>something that is not a number</source>
      <translation>不是数字的内容</translation>
    </message>
    <message>
      <source>a value that is missing or infinite</source>
      <translation>缺失或无穷大的值</translation>
    </message>
    <message>
      <source>a value that no arm can have</source>
      <translation>机械臂不可能有的值</translation>
    </message>
    <message>
      <source>the clock belongs to another run</source>
      <translation>时钟属于另一次运行</translation>
    </message>
    <message>
      <source>the same time as the row before</source>
      <translation>时间与前一行相同</translation>
    </message>
    <message>
      <source>the clock runs backwards</source>
      <translation>时钟倒走</translation>
    </message>
    <message>
      <source>a position that jumps away and back</source>
      <translation>位置跳开又跳回</translation>
    </message>
    <message>
      <source>rows of a second program that stands still among those of the first; the moving one was kept</source>
      <translation>第一个程序的行之间夹有第二个静止程序的行；保留了运动的那个</translation>
    </message>
    <message>
      <source>rows of a second program that moves as well; those of the first were kept</source>
      <translation>第二个同样在运动的程序的行；保留了第一个程序的行</translation>
    </message>
    <message>
      <source>zeros in place of a measurement</source>
      <translation>以零代替了测量值</translation>
    </message>
    <message>
      <source>the row before once more</source>
      <translation>与前一行完全相同</translation>
    </message>
    <message>
      <source>too few rows between two breaks to judge them</source>
      <translation>两处中断之间的行太少，无法评判</translation>
    </message>
    <message>
      <source>rows that hold values of the row before: the arm was sampled more seldom than rows were written</source>
      <translation>保持前一行数值的行：机械臂的采样慢于写行的速度</translation>
    </message>
    <message>
      <source>the file has the newest row first; they were read from its end</source>
      <translation>文件中最新的行在最前；已从末尾读起</translation>
    </message>
    <message>
      <source>positions of a joint were counted from the horizon; corrected as you said</source>
      <translation>某关节的位置以水平面为基准；已按您的选择更正</translation>
    </message>
    <message>
      <source>zeros of joints were moved as you said</source>
      <translation>已按您的选择移动关节零点</translation>
    </message>
    <message>
      <source>the position steps here and stays there; the rows were kept</source>
      <translation>位置在此处跳变并保持；这些行已保留</translation>
    </message>
    <message>
      <source>these joints have no link encoder</source>
      <translation>这些关节没有连杆侧编码器</translation>
    </message>
    <message>
      <source>the clock ticks slower than the rows come; their times were spread between its ticks</source>
      <translation>时钟节拍比数据行慢；各行的时间已在节拍之间均分</translation>
    </message>
    <message>
      <source>the counter of the clock began again at its end; it was counted on</source>
      <translation>时钟计数器到头后重新开始；已继续累加</translation>
    </message>
    <message>
      <source>the file was not closed; the messages that are whole were read</source>
      <translation>文件未正常关闭；已读取完整的消息</translation>
    </message>
    <message>
      <source>the angle begins again after a whole turn; it was counted on</source>
      <translation>角度转满一圈后重新开始；已连续累计</translation>
    </message>
    <message>
      <source>the messages have no stamp of their own; the time of their arrival was taken</source>
      <translation>消息没有自己的时间戳；采用了到达时间</translation>
    </message>
    <message>
      <source>messages about other joints than the first one</source>
      <translation>消息涉及的关节与第一条不同</translation>
    </message>
    <message>
      <source>a number far outside all others stands for a value that was not there</source>
      <translation>远离其他所有值的数字，代表缺失的值</translation>
    </message>
    <message>
      <source>the torques are behind the positions; the checks of the set-up measure it exactly</source>
      <translation>力矩滞后于位置；设置检查会精确测量滞后</translation>
    </message>
    <message>
      <source>these speeds are behind their positions; inertia and friction that are found with them are off</source>
      <translation>这些速度滞后于位置；由此得到的惯量和摩擦会有偏差</translation>
    </message>
    <message>
      <source>these speeds are ahead of their positions; inertia and friction that are found with them are off</source>
      <translation>这些速度超前于位置；由此得到的惯量和摩擦会有偏差</translation>
    </message>
    <message>
      <source>with these zeros moved, the masses of the description explain the torques better: check them, or those masses</source>
      <translation>移动这些零点后，描述中的质量能更好地解释力矩：请检查零点或这些质量</translation>
    </message>
    <message>
      <source>torques that were not weighed against the masses of an arm: the zeros of the joints, and signs, order and size of the torques are taken as the file has them</source>
      <translation>力矩未与机械臂的质量核对：关节零点以及力矩的符号、顺序和大小均按文件采用</translation>
    </message>
    <message>
      <source>in the unit that you said these joints are faster than the arm is described</source>
      <translation>按您说明的单位，这些关节快于机械臂的描述</translation>
    </message>
    <message>
      <source>the layout has no use for this part of the file</source>
      <translation>该格式不使用文件的这一部分</translation>
    </message>
  </context>
  <context>
    <name>resources/words/robots.toml</name>
    <message>
      <source>The robot {robot} has no joints.</source>
      <translation>机器人 {robot} 没有关节。</translation>
    </message>
    <message>
      <source>Add its joints.</source>
      <translation>添加其关节。</translation>
    </message>
    <message>
      <source>Two joints of the robot {robot} have one name ({names}).</source>
      <translation>机器人 {robot} 有两个关节同名（{names}）。</translation>
    </message>
    <message>
      <source>Name them differently.</source>
      <translation>为其取不同的名称。</translation>
    </message>
    <message>
      <source>The coupling matrix of the robot {robot} has no inverse.</source>
      <translation>机器人 {robot} 的耦合矩阵不可逆。</translation>
    </message>
    <message>
      <source>Joint positions could not be found from the motors.</source>
      <translation>无法由电机求出关节位置。</translation>
    </message>
    <message>
      <source>Correct the matrix.</source>
      <translation>更正该矩阵。</translation>
    </message>
    <message>
      <source>This is no load diagram: {diagram}.</source>
      <translation>这不是负载图：{diagram}。</translation>
    </message>
    <message>
      <source>What the arm may carry is not known.</source>
      <translation>不知道机械臂可承载多少。</translation>
    </message>
    <message>
      <source>Give two points or more of distance and mass; distances rise, masses do not.</source>
      <translation>给出两个或更多距离与质量的点；距离递增，质量不增。</translation>
    </message>
    <message>
      <source>Capsule {number} of the robot {robot} has no radius or belongs to no link.</source>
      <translation>机器人 {robot} 的胶囊体 {number} 没有半径，或不属于任何连杆。</translation>
    </message>
    <message>
      <source>Distances to the arm could not be found.</source>
      <translation>无法求出到机械臂的距离。</translation>
    </message>
    <message>
      <source>Correct the capsule.</source>
      <translation>更正该胶囊体。</translation>
    </message>
    <message>
      <source>A joint of the robot {robot} has a stiffness that is not greater than zero.</source>
      <translation>机器人 {robot} 有一个关节的刚度不大于零。</translation>
    </message>
    <message>
      <source>No gear gives way against its load. The description cannot be used.</source>
      <translation>没有减速器会朝载荷的反方向变形。该描述无法使用。</translation>
    </message>
    <message>
      <source>Correct the stiffness of its joints.</source>
      <translation>更正其关节的刚度。</translation>
    </message>
    <message>
      <source>Link spring {number} of the robot {robot} belongs to no link.</source>
      <translation>机器人 {robot} 的连杆弹簧 {number} 不属于任何连杆。</translation>
    </message>
    <message>
      <source>What the links give could not be found.</source>
      <translation>无法求出各连杆的变形量。</translation>
    </message>
    <message>
      <source>Put it on one of the arm's links or on the base.</source>
      <translation>将其置于机械臂的某个连杆或底座上。</translation>
    </message>
    <message>
      <source>No tube is {length} m long with diameters of {outer_diameter} m outside and {inner_diameter} m inside, a Young's modulus of {youngs_modulus} Pa and a Poisson's ratio of {poisson_ratio}.</source>
      <translation>不存在这样的管：长 {length} m，外径 {outer_diameter} m，内径 {inner_diameter} m，杨氏模量 {youngs_modulus} Pa，泊松比 {poisson_ratio}。</translation>
    </message>
    <message>
      <source>What the link gives could not be found.</source>
      <translation>无法求出该连杆的变形量。</translation>
    </message>
    <message>
      <source>Correct these numbers: the inside is smaller than the outside, length and modulus are greater than zero, and Poisson's ratio lies above -1 and up to 0.5.</source>
      <translation>更正这些数值：内径小于外径，长度和模量大于零，泊松比大于 -1 且不超过 0.5。</translation>
    </message>
    <message>
      <source>The {field} of a link spring has the size {found} instead of {expected}, or something in it is not a number.</source>
      <translation>连杆弹簧的 {field} 大小为 {found}，应为 {expected}，或其中含有非数值内容。</translation>
    </message>
    <message>
      <source>The place of a link spring is no rotation with a shift.</source>
      <translation>连杆弹簧的位置不是旋转加平移。</translation>
    </message>
    <message>
      <source>The compliance of a link spring is not symmetric, or a load would win energy from it.</source>
      <translation>连杆弹簧的柔度不对称，或载荷会从中获得能量。</translation>
    </message>
    <message>
      <source>No link behaves so.</source>
      <translation>没有连杆会这样。</translation>
    </message>
    <message>
      <source>Correct the matrix; shifts in m come first, then turns in rad.</source>
      <translation>更正该矩阵；先为平移（m），后为转动（rad）。</translation>
    </message>
    <message>
      <source>The robot's {field} has the size {found} instead of {expected}.</source>
      <translation>机器人的 {field} 大小为 {found}，应为 {expected}。</translation>
    </message>
    <message>
      <source>The description cannot be used.</source>
      <translation>该描述无法使用。</translation>
    </message>
    <message>
      <source>The robot's {field} contains something that is not a number.</source>
      <translation>机器人的 {field} 含有非数值内容。</translation>
    </message>
    <message>
      <source>The description of {robot} has no link masses and inertias.</source>
      <translation>{robot} 的描述中没有连杆质量和惯量。</translation>
    </message>
    <message>
      <source>Nothing can be computed from them.</source>
      <translation>无法据此进行任何计算。</translation>
    </message>
    <message>
      <source>Add them or choose another robot.</source>
      <translation>添加这些数据，或选择其他机器人。</translation>
    </message>
    <message>
      <source>A URDF or MJCF needs them to fill in what the data leave open; nothing was written.</source>
      <translation>URDF 或 MJCF 需要用它们补全数据中未确定的部分；未写入任何内容。</translation>
    </message>
    <message>
      <source>Identify again with possible bodies (--physical), add masses to the description, or choose another format.</source>
      <translation>用物理可行的刚体（--physical）重新辨识，在描述中添加质量，或选择其他格式。</translation>
    </message>
    <message>
      <source>A file of the kind {kind} cannot be replayed: no simulator reads it.</source>
      <translation>{kind} 类文件无法重放：没有仿真器读取它。</translation>
    </message>
    <message>
      <source>Nothing was written.</source>
      <translation>没有写入任何内容。</translation>
    </message>
    <message>
      <source>Choose MJCF or URDF, or leave --prove out.</source>
      <translation>请选择 MJCF 或 URDF，或去掉 --prove。</translation>
    </message>
    <message>
      <source>The robot description {file} cannot be used.</source>
      <translation>机器人描述 {file} 无法使用。</translation>
    </message>
    <message>
      <source>There is no robot {robot}, and no description file of that name.</source>
      <translation>没有机器人 {robot}，也没有同名的描述文件。</translation>
    </message>
    <message>
      <source>There are: {robots}.</source>
      <translation>现有：{robots}。</translation>
    </message>
    <message>
      <source>Choose one of these, or name a description: .toml, .urdf, .xml (MuJoCo) or .csv (DH table).</source>
      <translation>请选择其中之一，或指定描述文件：.toml、.urdf、.xml（MuJoCo）或 .csv（DH 参数表）。</translation>
    </message>
    <message>
      <source>{text} is no mounting.</source>
      <translation>{text} 不是安装方式。</translation>
    </message>
    <message>
      <source>How the base stands decides the direction in which every link weighs.</source>
      <translation>基座的安装方式决定每个连杆的重力方向。</translation>
    </message>
    <message>
      <source>Write table, wall, ceiling, or three angles in degrees such as 0,30,0.</source>
      <translation>请写 table、wall、ceiling，或三个角度（度），例如 0,30,0。</translation>
    </message>
    <message>
      <source>{file} has no links to choose a tip from.</source>
      <translation>{file} 没有可选作末端的连杆。</translation>
    </message>
    <message>
      <source>--tip names the last link of a URDF or MJCF.</source>
      <translation>--tip 指定 URDF 或 MJCF 的最后一个连杆。</translation>
    </message>
    <message>
      <source>Leave it out.</source>
      <translation>请去掉它。</translation>
    </message>
    <message>
      <source>this is not TOML: {reason}</source>
      <translation>这不是 TOML：{reason}</translation>
    </message>
    <message>
      <source>{key} is missing</source>
      <translation>缺少 {key}</translation>
    </message>
    <message>
      <source>{key} means nothing here; check its spelling</source>
      <translation>{key} 在此处没有意义；检查拼写</translation>
    </message>
    <message>
      <source>there is no joint {joint}; there are {joints}</source>
      <translation>没有关节 {joint}；有 {joints}</translation>
    </message>
    <message>
      <source>given twice, here and as {key}</source>
      <translation>给了两次：此处和 {key}</translation>
    </message>
    <message>
      <source>{key} is given for some joints only; give it for all or for none</source>
      <translation>只有部分关节给出了 {key}；全部给出或全部不给</translation>
    </message>
    <message>
      <source>another joint is named {name} too</source>
      <translation>另一个关节也名为 {name}</translation>
    </message>
    <message>
      <source>this is not a finite number</source>
      <translation>这不是有限数</translation>
    </message>
    <message>
      <source>{value} has to be greater than zero</source>
      <translation>{value} 必须大于零</translation>
    </message>
    <message>
      <source>this has to be from {lower} to {upper}{unit:unit}</source>
      <translation>必须在 {lower} 至 {upper}{unit:unit} 之间</translation>
    </message>
    <message>
      <source>there are {found} joints; {most} at most are possible</source>
      <translation>有 {found} 个关节；最多允许 {most} 个</translation>
    </message>
    <message>
      <source>there are {found} links; {most} at most are possible</source>
      <translation>有 {found} 个连杆；最多允许 {most} 个</translation>
    </message>
    <message>
      <source>elements are nested more than {deepest} times</source>
      <translation>元素嵌套超过 {deepest} 层</translation>
    </message>
    <message>
      <source>a description may not declare entities</source>
      <translation>描述文件不得声明实体</translation>
    </message>
    <message>
      <source>this may not be zero</source>
      <translation>此值不得为零</translation>
    </message>
    <message>
      <source>this has the size {found} instead of {expected}</source>
      <translation>大小为 {found}，应为 {expected}</translation>
    </message>
    <message>
      <source>the lower limit {lower} is not below the upper limit {upper}</source>
      <translation>下限 {lower} 不低于上限 {upper}</translation>
    </message>
    <message>
      <source>no body has this inertia; it has to be positive in every direction</source>
      <translation>没有物体有这样的惯量；各个方向都须为正</translation>
    </message>
    <message>
      <source>this matrix is no rotation with a shift</source>
      <translation>此矩阵不是旋转加平移</translation>
    </message>
    <message>
      <source>this is no load diagram: points of distance and mass, distances rising, masses not</source>
      <translation>这不是负载图：应为距离和质量的点，距离递增，质量不递增</translation>
    </message>
    <message>
      <source>the coupling matrix has no inverse</source>
      <translation>耦合矩阵没有逆</translation>
    </message>
    <message>
      <source>these three directions are no rotation: unit vectors at right angles, right-handed</source>
      <translation>这三个方向不构成旋转：须为互相垂直的单位向量，右手系</translation>
    </message>
    <message>
      <source>a tube is hollow up to less than its outer diameter: {inner} m is not from 0 to below {outer} m</source>
      <translation>管的内径须小于外径：{inner} m 不在 0 与 {outer} m 之间</translation>
    </message>
    <message>
      <source>the tube ends where it starts</source>
      <translation>管的终点与起点重合</translation>
    </message>
    <message>
      <source>no material has the Poisson's ratio {value}; it lies above -1 and up to 0.5</source>
      <translation>没有材料的泊松比为 {value}；它须大于 -1 且不超过 0.5</translation>
    </message>
    <message>
      <source>this matrix is no compliance: it has to be symmetric, and no load may win energy from it</source>
      <translation>此矩阵不是柔度矩阵：须对称，且任何载荷都不能从中得到能量</translation>
    </message>
    <message>
      <source>this matrix is no stiffness: it has to be symmetric and to resist in every direction; give the compliance where a direction is rigid or free</source>
      <translation>此矩阵不是刚度矩阵：须对称，且在各个方向都有抗力；若某方向为刚性或自由，给出柔度</translation>
    </message>
    <message>
      <source>with these numbers the link gives nothing, or gives without end</source>
      <translation>按这些数值，连杆完全不变形，或无限变形</translation>
    </message>
    <message>
      <source>this is not UTF-8 text</source>
      <translation>这不是 UTF-8 文本</translation>
    </message>
    <message>
      <source>this is not XML: {reason}</source>
      <translation>这不是 XML：{reason}</translation>
    </message>
    <message>
      <source>the file describes a {element}, not a robot</source>
      <translation>文件描述的是 {element}，不是机器人</translation>
    </message>
    <message>
      <source>&lt;{element}&gt; is missing</source>
      <translation>缺少 &lt;{element}&gt;</translation>
    </message>
    <message>
      <source>the attribute {attribute} is missing</source>
      <translation>缺少属性 {attribute}</translation>
    </message>
    <message>
      <source>{attribute}: '{text}' is not {count} numbers</source>
      <translation>{attribute}：“{text}”不是 {count} 个数字</translation>
    </message>
    <message>
      <source>the mass {mass} has to be greater than zero</source>
      <translation>质量 {mass} 必须大于零</translation>
    </message>
    <message>
      <source>a joint of the type {type} cannot be used; possible are {types}</source>
      <translation>不能使用类型为 {type} 的关节；可用的有 {types}</translation>
    </message>
    <message>
      <source>the axis has no length</source>
      <translation>轴的长度为零</translation>
    </message>
    <message>
      <source>the {attribute} limit {value} is below zero</source>
      <translation>{attribute} 限值 {value} 小于零</translation>
    </message>
    <message>
      <source>there is no link {link}; there are {links}</source>
      <translation>没有连杆 {link}；有 {links}</translation>
    </message>
    <message>
      <source>the link {link} hangs on two joints</source>
      <translation>连杆 {link} 连接在两个关节上</translation>
    </message>
    <message>
      <source>the links form a closed loop</source>
      <translation>连杆构成闭环</translation>
    </message>
    <message>
      <source>several links hang on nothing: {links}</source>
      <translation>多个连杆没有连接：{links}</translation>
    </message>
    <message>
      <source>no joint moves between the base and {tip}</source>
      <translation>底座与 {tip} 之间没有可动关节</translation>
    </message>
    <message>
      <source>this is a xacro file, which other files complete; expand it with 'xacro FILE.xacro &gt; FILE.urdf' where ROS is installed, and choose the file that it writes</source>
      <translation>这是 xacro 文件，需要其他文件补全；请在装有 ROS 的电脑上用“xacro FILE.xacro &gt; FILE.urdf”展开，再选择生成的文件</translation>
    </message>
    <message>
      <source>text stands before the first tag: '{text}'; delete it, so that the file begins with '&lt;'</source>
      <translation>第一个标签之前有文字：“{text}”；请删除它，使文件以“&lt;”开头</translation>
    </message>
    <message>
      <source>something stands behind the end of the description; delete it, from this line on</source>
      <translation>描述结束之后还有内容；请从这一行起删除</translation>
    </message>
    <message>
      <source>the element &lt;{tag}&gt; of line {opened} is not closed: '&lt;/{tag}&gt;' is missing, or the file is cut off</source>
      <translation>第 {opened} 行的元素 &lt;{tag}&gt; 没有结束：缺少“&lt;/{tag}&gt;”，或文件被截断</translation>
    </message>
    <message>
      <source>there is no link {link}; there are {links}; correct the name, or declare the link: {element}</source>
      <translation>没有连杆 {link}；已有 {links}；请改正名称，或声明该连杆：{element}</translation>
    </message>
    <message>
      <source>the joint {joint} follows {follows} inside the arm; name a link before it, such as --tip {before}</source>
      <translation>关节 {joint} 在机械臂内跟随 {follows}；请用 --tip 指定它之前的连杆，例如 --tip {before}</translation>
    </message>
    <message>
      <source>the arm branches and could end at {tips}; name its last link with --tip, or keep it in a TOML by 'torsion robots --new NAME --from FILE --tip LINK'</source>
      <translation>机械臂有分支，末端可能是 {tips}；请用 --tip 指定最后一个连杆，或用“torsion robots --new NAME --from FILE --tip LINK”写成 TOML</translation>
    </message>
    <message>
      <source>the joint {joint} inside the arm is neither a hinge nor a slide; name a link before it, such as --tip {before}</source>
      <translation>机械臂内部的关节 {joint} 既不是转动关节也不是移动关节；请用 --tip 指定它之前的连杆，例如 --tip {before}</translation>
    </message>
    <message>
      <source>the arm hangs on {joint}, which is neither a hinge nor a slide; delete that joint from the file, so that the arm stands on the ground</source>
      <translation>机械臂悬挂在 {joint} 上，它既不是转动关节也不是移动关节；请从文件中删除该关节，使机械臂固定在地面</translation>
    </message>
    <message>
      <source>the file includes {included}; choose that file itself, or save the whole model as one file in MuJoCo's viewer (Save xml)</source>
      <translation>该文件包含 {included}；请直接选择那个文件，或在 MuJoCo 查看器中将整个模型保存为一个文件（保存 XML）</translation>
    </message>
    <message>
      <source>MuJoCo cannot read the file: {reason}</source>
      <translation>MuJoCo 无法读取该文件：{reason}</translation>
    </message>
    <message>
      <source>a table of DH rows has a header line and 1 to {most} lines for the joints; there are {found}</source>
      <translation>DH 参数表应有一行表头和 1 至 {most} 行关节；实际为 {found} 行</translation>
    </message>
    <message>
      <source>there is no column {missing}; head the columns a, alpha, d and theta, with units, such as alpha [deg]</source>
      <translation>缺少列 {missing}；请用 a、alpha、d 和 theta 作列标题并写明单位，例如 alpha [deg]</translation>
    </message>
    <message>
      <source>there are {found} cells under {expected} headers</source>
      <translation>{expected} 个表头下有 {found} 个单元格</translation>
    </message>
    <message>
      <source>{column}: '{text}' is no number</source>
      <translation>{column}：“{text}”不是数字</translation>
    </message>
    <message>
      <source>the rows can be read in two ways; put '# modified' (Craig) or '# standard' (Spong) into the first line</source>
      <translation>这些行有两种读法；请在第一行写上“# modified”（Craig）或“# standard”（Spong）</translation>
    </message>
    <message>
      <source>The flange is the link {tip}.</source>
      <translation>法兰为连杆 {tip}。</translation>
    </message>
    <message>
      <source>The flange is the link {tip}; {others} are fixed to it, and --tip takes one of them instead.</source>
      <translation>法兰为连杆 {tip}；{others} 与其固定连接，可用 --tip 改选其中之一。</translation>
    </message>
    <message>
      <source>Bodies behind fixed joints count with the link that carries them ({count} fixed joints).</source>
      <translation>固定关节之后的物体计入承载它的连杆（{count} 个固定关节）。</translation>
    </message>
    <message>
      <source>The joints {joints} are not part of the arm; their bodies count with the link that carries them, at joint position 0.</source>
      <translation>关节 {joints} 不属于机械臂；其物体按关节位置 0 计入承载它的连杆。</translation>
    </message>
    <message>
      <source>The base can drive or float ({joints}); it counts as standing still, and the torque that its motion brings is not in the model.</source>
      <translation>基座可以行驶或浮动（{joints}）；视为静止，其运动带来的力矩不在模型中。</translation>
    </message>
    <message>
      <source>The link {link} is not declared; it counts as the ground.</source>
      <translation>连杆 {link} 未声明；视为地面。</translation>
    </message>
    <message>
      <source>The links {links} have an inertia without a mass, which no body has; it counts as it is written.</source>
      <translation>连杆 {links} 有惯量却没有质量，没有物体如此；按文件所写计入。</translation>
    </message>
    <message>
      <source>Axes are parallel but for rounded numbers (up to {angle} rad); they count as parallel.</source>
      <translation>若不计数字的舍入（至多 {angle} rad），各轴平行；视为平行。</translation>
    </message>
    <message>
      <source>The gear ratio of {joint}, '{text}', is no number; it counts as 1 (gear_ratio).</source>
      <translation>{joint} 的减速比“{text}”不是数字；按 1 计算（gear_ratio）。</translation>
    </message>
    <message>
      <source>Letters from line {line} on are not UTF-8; they are read as Western European ones ({encoding}).</source>
      <translation>从第 {line} 行起的字母不是 UTF-8；按西欧字母（{encoding}）读取。</translation>
    </message>
    <message>
      <source>No position limits for {joints}; planned motions stay within a default range without them (lower, upper).</source>
      <translation>{joints} 没有位置限位；规划运动将采用默认范围（lower、upper）。</translation>
    </message>
    <message>
      <source>No speed limit for {joints}; planned motions use a default without it (velocity).</source>
      <translation>{joints} 没有速度限值；规划运动将采用默认值（velocity）。</translation>
    </message>
    <message>
      <source>No torque limit for {joints}; a motion cannot be checked against it (torque).</source>
      <translation>{joints} 没有力矩限值；无法据此检查运动（torque）。</translation>
    </message>
    <message>
      <source>No masses; an identification from recordings does without, the virtual robot, possible bodies and torque forecasts need them (mass, center_of_mass, inertia).</source>
      <translation>没有质量；从记录辨识不需要，虚拟机器人、物理可行体和力矩预测需要（mass、center_of_mass、inertia）。</translation>
    </message>
    <message>
      <source>No mass on the links of {joints}; they count as massless.</source>
      <translation>{joints} 的连杆没有质量；按无质量处理。</translation>
    </message>
    <message>
      <source>{count} shapes in other files (package:// and the like) are not read; capsules along the links, which the TOML can give, stand for the body in collision checks.</source>
      <translation>不读取其他文件中的 {count} 个形状（package:// 等）；碰撞检查用沿连杆的胶囊体代替，可在 TOML 中给出。</translation>
    </message>
    <message>
      <source>{convention} DH rows, lengths in {lengths}, angles in {angles}, as the file says.</source>
      <translation>{convention} DH 参数，长度单位 {lengths}，角度单位 {angles}，按文件所写。</translation>
    </message>
    <message>
      <source>Taken as {convention} DH rows with lengths in {lengths} and angles in {angles}; head the columns with their units and the file with '# modified' or '# standard' to be sure.</source>
      <translation>按 {convention} DH 参数读取，长度单位 {lengths}，角度单位 {angles}；为确保无误，请在列标题写明单位，在文件开头写“# modified”或“# standard”。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/settings.toml</name>
    <message>
      <source>The setting {setting} is {value}, which is no number.</source>
      <translation>设置 {setting} 为 {value}，不是数值。</translation>
    </message>
    <message>
      <source>The setting {setting} is {value}, which is no whole number.</source>
      <translation>设置 {setting} 为 {value}，不是整数。</translation>
    </message>
    <message>
      <source>The setting {setting} is {value}. It may be from {lower} to {upper}{unit:unit}.</source>
      <translation>设置 {setting} 为 {value}，允许范围为 {lower} 至 {upper}{unit:unit}。</translation>
    </message>
    <message>
      <source>The setting {setting} is {value}. It has to be above {lower}, and {upper}{unit:unit} at most.</source>
      <translation>设置 {setting} 为 {value}，必须大于 {lower}，且不超过 {upper}{unit:unit}。</translation>
    </message>
    <message>
      <source>The setting {setting} has {found} numbers. It may have {most} at most.</source>
      <translation>设置 {setting} 有 {found} 个数值，最多允许 {most} 个。</translation>
    </message>
    <message>
      <source>Leave some out.</source>
      <translation>去掉一些。</translation>
    </message>
    <message>
      <source>A period of {period_s} s in steps of {step_s} s has too many samples.</source>
      <translation>周期 {period_s} s、步长 {step_s} s 的采样点过多。</translation>
    </message>
    <message>
      <source>Choose a longer step or a shorter period.</source>
      <translation>选择更大的步长或更短的周期。</translation>
    </message>
    <message>
      <source>{period_s:apart shortest_s} s are too short a period for {recording}. Its samples show {shortest_s:apart period_s} s at least.</source>
      <translation>对 {recording} 而言，周期 {period_s:apart shortest_s} s 过短；其采样至少能显示 {shortest_s:apart period_s} s。</translation>
    </message>
    <message>
      <source>Name the period of the excitation, or none.</source>
      <translation>给出激励的周期，或不给。</translation>
    </message>
    <message>
      <source>No joint moves long enough in {recording}.</source>
      <translation>{recording} 中没有关节运动得足够久。</translation>
    </message>
    <message>
      <source>It has nothing from which drive gains can be found.</source>
      <translation>无法由它求出驱动增益。</translation>
    </message>
    <message>
      <source>Choose runs in which every joint moves.</source>
      <translation>选择每个关节都运动的记录。</translation>
    </message>
    <message>
      <source>{file} has {size} bytes. Torsion reads {largest} of such a file at most.</source>
      <translation>{file} 有 {size} 字节。此类文件 Torsion 最多读取 {largest} 字节。</translation>
    </message>
    <message>
      <source>Check that it is the right file.</source>
      <translation>请检查文件是否正确。</translation>
    </message>
    <message>
      <source>The text of {file:|this file} is nested more than {deepest} times.</source>
      <translation>{file:|this file} 的文本嵌套超过 {deepest} 层。</translation>
    </message>
    <message>
      <source>{file:|This file} is too long, or has a line that is too long, for a description.</source>
      <translation>{file:|This file} 作为描述文件过长，或有过长的行。</translation>
    </message>
    <message>
      <source>{file} has a row of more than {longest} bytes.</source>
      <translation>{file} 有一行超过 {longest} 字节。</translation>
    </message>
    <message>
      <source>{file} gives joint {joint} the drive gain {value}. It may be from {lower} to {upper}{unit:unit}.</source>
      <translation>{file} 给关节 {joint} 的驱动增益为 {value}，允许范围为 {lower} 至 {upper}{unit:unit}。</translation>
    </message>
    <message>
      <source>Correct it, or name the file that torsion gains --json wrote.</source>
      <translation>请更正，或指定 torsion gains --json 写出的文件。</translation>
    </message>
    <message>
      <source>The line is too long or has too many brackets in one another.</source>
      <translation>这一行太长，或括号嵌套过多。</translation>
    </message>
    <message>
      <source>It was not read.</source>
      <translation>未读取。</translation>
    </message>
    <message>
      <source>Write a shorter one: at most {most} characters, {deepest} brackets.</source>
      <translation>请写得短一些：最多 {most} 个字符、{deepest} 层括号。</translation>
    </message>
    <message>
      <source>{line} cannot be read from its character {column} on.</source>
      <translation>{line} 从第 {column} 个字符起无法读取。</translation>
    </message>
    <message>
      <source>There a signal, a number or one of {signs} is expected.</source>
      <translation>此处应为信号、数字，或 {signs} 之一。</translation>
    </message>
    <message>
      <source>Write it as in: {example}</source>
      <translation>写法示例：{example}</translation>
    </message>
    <message>
      <source>There is no signal {name}.</source>
      <translation>没有信号 {name}。</translation>
    </message>
    <message>
      <source>Signals are named with the number of their joint. Nearest: {near}.</source>
      <translation>信号以其关节号命名。最相近的：{near}。</translation>
    </message>
    <message>
      <source>{unit} is no unit here.</source>
      <translation>{unit} 在此不是单位。</translation>
    </message>
    <message>
      <source>Known are: {known}.</source>
      <translation>已知单位：{known}。</translation>
    </message>
    <message>
      <source>{line} sets {one} beside {other}, at its character {column}.</source>
      <translation>{line} 在第 {column} 个字符处把 {one} 与 {other} 放在一起。</translation>
    </message>
    <message>
      <source>Such numbers cannot be compared or added.</source>
      <translation>这样的数不能比较，也不能相加。</translation>
    </message>
    <message>
      <source>Give both the same kind of unit; a number takes one after it, such as {example}.</source>
      <translation>请使两者单位同类；数字后可写单位，例如 {example}。</translation>
    </message>
    <message>
      <source>{line} mixes a number with a condition, at its character {column}.</source>
      <translation>{line} 在第 {column} 个字符处把数与条件混在一起。</translation>
    </message>
    <message>
      <source>A condition is a comparison, such as {example}; {words} join conditions.</source>
      <translation>条件是一个比较，例如 {example}；{words} 连接条件。</translation>
    </message>
    <message>
      <source>Write a comparison there, or a number.</source>
      <translation>请在此写一个比较或一个数。</translation>
    </message>
    <message>
      <source>{name} takes another number of parts.</source>
      <translation>{name} 的参数个数不对。</translation>
    </message>
    <message>
      <source>Write one of {forms}.</source>
      <translation>请写 {forms} 之一。</translation>
    </message>
    <message>
      <source>{line} is a signal and no condition.</source>
      <translation>{line} 是信号，不是条件。</translation>
    </message>
    <message>
      <source>It is never true or false, so nothing would be recorded.</source>
      <translation>它没有真假，因此不会记录任何内容。</translation>
    </message>
    <message>
      <source>Compare it with something, as in: {line} &gt; 1 {unit}</source>
      <translation>请与某个值比较，例如：{line} &gt; 1 {unit}</translation>
    </message>
    <message>
      <source>The name {name} is taken.</source>
      <translation>名称 {name} 已被占用。</translation>
    </message>
    <message>
      <source>A signal, a function or another line has it.</source>
      <translation>已有信号、函数或另一行使用它。</translation>
    </message>
    <message>
      <source>Choose another name.</source>
      <translation>请选择另一个名称。</translation>
    </message>
    <message>
      <source>No value of {signals} that can be used came for {seconds} s; watched were {watched} s.</source>
      <translation>{signals} 有 {seconds} s 没有可用的数值；共监视了 {watched} s。</translation>
    </message>
    <message>
      <source>In that time the line could not become true: whatever happened then was not recorded.</source>
      <translation>这段时间内条件不可能成立：期间发生的情况没有被记录。</translation>
    </message>
    <message>
      <source>Look at the controller's readiness for channels that it does not deliver, or write a line of other signals.</source>
      <translation>请在控制器的就绪检查中查看哪些通道没有送出，或改用其他信号编写条件。</translation>
    </message>
    <message>
      <source>{file} is no layout of the live page.</source>
      <translation>{file} 不是实时页面的布局。</translation>
    </message>
    <message>
      <source>Choose a file that Export this layout wrote.</source>
      <translation>请选择由“导出此布局”写出的文件。</translation>
    </message>
    <message>
      <source>{name} cannot be the name of a column.</source>
      <translation>{name} 不能作为列名。</translation>
    </message>
    <message>
      <source>Other programs would not read it. Nothing was written.</source>
      <translation>其他程序无法读取它。未写入任何内容。</translation>
    </message>
    <message>
      <source>Use small letters, digits and single underscores, and begin with a letter.</source>
      <translation>请使用小写字母、数字和单个下划线，并以字母开头。</translation>
    </message>
    <message>
      <source>Writing {file} needs the library {library}, which is not installed.</source>
      <translation>写入 {file} 需要未安装的库 {library}。</translation>
    </message>
    <message>
      <source>The setting {setting} contains something that is not a number.</source>
      <translation>设置 {setting} 含有非数值内容。</translation>
    </message>
    <message>
      <source>No recording was chosen for the fit.</source>
      <translation>未选择用于拟合的录制数据。</translation>
    </message>
    <message>
      <source>Named more than once: {labels}.</source>
      <translation>重复指定：{labels}。</translation>
    </message>
    <message>
      <source>Counted twice, a recording would make the result look more certain than it is.</source>
      <translation>同一录制数据若计算两次，会使结果显得比实际更可靠。</translation>
    </message>
    <message>
      <source>The recording {labels} was chosen both to fit and to validate.</source>
      <translation>录制数据 {labels} 同时被选作拟合和验证之用。</translation>
    </message>
    <message>
      <source>A model cannot be judged on what it was fitted to.</source>
      <translation>不能用拟合所用的数据评判模型。</translation>
    </message>
    <message>
      <source>Choose it for one of the two.</source>
      <translation>只为其中一种用途选择它。</translation>
    </message>
    <message>
      <source>The result that was stopped was made with other {what}.</source>
      <translation>上次中断的结果所用的 {what} 与此不同。</translation>
    </message>
    <message>
      <source>The fit cannot go on from it. Nothing was computed.</source>
      <translation>拟合无法从中继续。未进行计算。</translation>
    </message>
    <message>
      <source>Start from the beginning, or choose what it was made with.</source>
      <translation>从头开始，或选择当时所用的内容。</translation>
    </message>
    <message>
      <source>{recording} does not repeat its motion.</source>
      <translation>{recording} 没有重复运动。</translation>
    </message>
    <message>
      <source>Maximum likelihood takes the noise from what differs between periods, so nothing was fitted.</source>
      <translation>最大似然法从各周期间的差异求噪声，因此未进行拟合。</translation>
    </message>
    <message>
      <source>Run the excitation for two periods or more, or choose another estimator.</source>
      <translation>将激励运行两个或更多周期，或选择其他估计器。</translation>
    </message>
    <message>
      <source>The recordings give the torque in different ways ({sources}).</source>
      <translation>各录制数据给出力矩的方式不同（{sources}）。</translation>
    </message>
    <message>
      <source>They cannot be fitted together.</source>
      <translation>它们不能一起拟合。</translation>
    </message>
    <message>
      <source>Choose recordings of one kind.</source>
      <translation>选择同一类的录制数据。</translation>
    </message>
    <message>
      <source>This estimator does not say what its rows determine.</source>
      <translation>该估计器不说明各行能确定什么。</translation>
    </message>
    <message>
      <source>The nearest possible bodies cannot be found.</source>
      <translation>无法求出最接近的物理可行刚体。</translation>
    </message>
    <message>
      <source>Choose another estimator.</source>
      <translation>选择其他估计器。</translation>
    </message>
    <message>
      <source>Bounds on the masses need a lowest and a highest one, in this order, for each of the {links} links.</source>
      <translation>质量范围需要为 {links} 个连杆中的每一个依次给出最小值和最大值。</translation>
    </message>
    <message>
      <source>Nothing was fitted.</source>
      <translation>未进行拟合。</translation>
    </message>
    <message>
      <source>Correct the bounds.</source>
      <translation>更正范围。</translation>
    </message>
    <message>
      <source>The description of {robot} has no masses to stay near.</source>
      <translation>{robot} 的描述中没有可作参照的质量。</translation>
    </message>
    <message>
      <source>Leave out the tolerance of the masses, or add masses to the description.</source>
      <translation>省略质量公差，或在描述中添加质量。</translation>
    </message>
    <message>
      <source>The recording {recording} holds currents, and the description of {robot} has no drive gains.</source>
      <translation>录制数据 {recording} 含电流，但 {robot} 的描述中没有驱动增益。</translation>
    </message>
    <message>
      <source>Torque cannot be worked out from them.</source>
      <translation>无法由其求出力矩。</translation>
    </message>
    <message>
      <source>Name a file with drive gains (--gains FILE) or add them to the description.</source>
      <translation>指定含驱动增益的文件（--gains 文件），或将其添加到描述中。</translation>
    </message>
    <message>
      <source>No pair of runs was named.</source>
      <translation>未指定成对的运行。</translation>
    </message>
    <message>
      <source>Drive gains come from runs without and with a known payload.</source>
      <translation>驱动增益由无负载和带已知负载的运行求得。</translation>
    </message>
    <message>
      <source>Name at least one run of each kind.</source>
      <translation>每种至少指定一次运行。</translation>
    </message>
    <message>
      <source>The recording {recording} says that it carried a payload.</source>
      <translation>录制数据 {recording} 说明当时带有负载。</translation>
    </message>
    <message>
      <source>It was named as the run without one.</source>
      <translation>它被指定为无负载的运行。</translation>
    </message>
    <message>
      <source>Choose a run with nothing on the flange.</source>
      <translation>选择法兰上无任何物体的运行。</translation>
    </message>
    <message>
      <source>The mass on the flange in {recording} is not given.</source>
      <translation>没有说明 {recording} 中法兰所带的质量。</translation>
    </message>
    <message>
      <source>The known mass is what gives the drive gains their scale.</source>
      <translation>已知质量决定驱动增益的比例。</translation>
    </message>
    <message>
      <source>Weigh the payload and give its mass (--payload-kg M).</source>
      <translation>称量负载并给出其质量（--payload-kg M）。</translation>
    </message>
    <message>
      <source>The recording {recording} holds no motor currents.</source>
      <translation>录制数据 {recording} 不含电机电流。</translation>
    </message>
    <message>
      <source>A drive gain is torque per current. It has {has}; {needed} is missing.</source>
      <translation>驱动增益是力矩与电流之比。其中有 {has}，缺少 {needed}。</translation>
    </message>
    <message>
      <source>Choose recordings with currents.</source>
      <translation>选择含电流的录制数据。</translation>
    </message>
    <message>
      <source>Some motors of {robot} turn two joints at once.</source>
      <translation>{robot} 的部分电机会同时转动两个关节。</translation>
    </message>
    <message>
      <source>Torsion finds drive gains only where each motor turns one joint.</source>
      <translation>Torsion 只能在每个电机转动一个关节时求出驱动增益。</translation>
    </message>
    <message>
      <source>Take the gains from the maker (--gains FILE).</source>
      <translation>采用厂家的增益（--gains 文件）。</translation>
    </message>
    <message>
      <source>A spring or gas cylinder helps the motors of {robot} against gravity.</source>
      <translation>弹簧或气缸帮助 {robot} 的电机克服重力。</translation>
    </message>
    <message>
      <source>Torsion finds drive gains only on arms without one.</source>
      <translation>Torsion 只能在没有此类装置的机械臂上求驱动增益。</translation>
    </message>
    <message>
      <source>{given} drive gains were given for {joints} joints.</source>
      <translation>为 {joints} 个关节给出了 {given} 个驱动增益。</translation>
    </message>
    <message>
      <source>Give one per joint.</source>
      <translation>每个关节给出一个。</translation>
    </message>
    <message>
      <source>A filter at {cutoff_hz} Hz is too high for samples at {rate_hz} Hz.</source>
      <translation>{cutoff_hz} Hz 的滤波器对于 {rate_hz} Hz 的采样过高。</translation>
    </message>
    <message>
      <source>Choose less than half the sample rate.</source>
      <translation>选择小于采样率一半的值。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/stiffness.toml</name>
    <message>
      <source>The stiffness of these joints of {robot} is unknown: {joints}.</source>
      <translation>{robot} 的这些关节刚度未知：{joints}。</translation>
    </message>
    <message>
      <source>The arm cannot be reckoned from its springs without them. Nothing was changed.</source>
      <translation>缺少这些刚度就无法由弹簧推算机械臂。未作任何更改。</translation>
    </message>
    <message>
      <source>Run the twist analysis of a visit with both encoders, or write `stiffness` for these joints in the robot description.</source>
      <translation>对有两个编码器的现场记录运行扭转分析，或在机器人描述中为这些关节写入 `stiffness`。</translation>
    </message>
    <message>
      <source>No robot was named.</source>
      <translation>未指定机器人。</translation>
    </message>
    <message>
      <source>Neither a description nor a visit says which arm it is.</source>
      <translation>没有描述或现场记录说明是哪台机械臂。</translation>
    </message>
    <message>
      <source>Name a shipped robot, a description file or a visit.</source>
      <translation>指定自带的机器人、描述文件或现场记录。</translation>
    </message>
    <message>
      <source>{file} is a visit to {visited}, and {robot} has other joints.</source>
      <translation>{file} 是 {visited} 的现场记录，而 {robot} 的关节不同。</translation>
    </message>
    <message>
      <source>What both encoders showed there is of another arm.</source>
      <translation>其中两个编码器显示的是另一台机械臂的情况。</translation>
    </message>
    <message>
      <source>Choose the description of the visited arm, or another visit.</source>
      <translation>选择现场记录所属机械臂的描述，或另一现场记录。</translation>
    </message>
    <message>
      <source>The setting {setting:words} of the stiffness does not fit.</source>
      <translation>刚度的设置“{setting:words}”不合适。</translation>
    </message>
    <message>
      <source>Correct it: lengths and forces are finite, forces greater than zero, a range goes from low to high, and a held joint is one of the arm.</source>
      <translation>改正它：长度和力须为有限值，力须大于零，范围须从小到大，固定的关节须属于这台机械臂。</translation>
    </message>
    <message>
      <source>The range of poses has {found} joints, the arm {expected}.</source>
      <translation>位姿范围有 {found} 个关节，机械臂有 {expected} 个。</translation>
    </message>
    <message>
      <source>Give one range for every joint.</source>
      <translation>为每个关节各给一个范围。</translation>
    </message>
    <message>
      <source>The pose has {found} joints, the arm {expected}.</source>
      <translation>位姿有 {found} 个关节，机械臂有 {expected} 个。</translation>
    </message>
    <message>
      <source>Give one position for every joint.</source>
      <translation>为每个关节各给一个位置。</translation>
    </message>
    <message>
      <source>{joint:Joint} slides, and its limits are unknown.</source>
      <translation>{joint:Joint} 是直线关节，但未给出行程。</translation>
    </message>
    <message>
      <source>A mean over all its poses does not exist.</source>
      <translation>无法求其全部位姿的平均值。</translation>
    </message>
    <message>
      <source>Write its limits in the robot description.</source>
      <translation>在机器人描述中写入其限值。</translation>
    </message>
    <message>
      <source>{found} joint springs were given for an arm of {expected} joints.</source>
      <translation>给出了 {found} 个关节弹簧，而机械臂有 {expected} 个关节。</translation>
    </message>
    <message>
      <source>Give one for every joint.</source>
      <translation>每个关节给出一个。</translation>
    </message>
    <message>
      <source>The own spring of {joints} is unknown, so it cannot be held.</source>
      <translation>{joints} 的自身弹簧未知，因此无法固定。</translation>
    </message>
    <message>
      <source>Run the twist analysis, write `stiffness` for it in the robot description, or do not hold it.</source>
      <translation>运行扭转分析，在机器人描述中为其写入 `stiffness`，或不固定它。</translation>
    </message>
    <message>
      <source>No load test counts.</source>
      <translation>没有可计入的加载试验。</translation>
    </message>
    <message>
      <source>The file has none, or all were left out.</source>
      <translation>文件中没有加载试验，或已全部剔除。</translation>
    </message>
    <message>
      <source>Measure the tool under load in several poses.</source>
      <translation>在多个位姿下测量受载时的工具。</translation>
    </message>
    <message>
      <source>{found} load tests count; this arm needs {needed} and better twice as many.</source>
      <translation>计入 {found} 项加载试验；这台机械臂需要 {needed} 项，最好为其两倍。</translation>
    </message>
    <message>
      <source>Fewer tell less than the arm has joints.</source>
      <translation>数量更少，给出的信息就少于机械臂的关节数。</translation>
    </message>
    <message>
      <source>Measure in more poses. `--plan` says which tell most.</source>
      <translation>在更多位姿下测量。`--plan` 会指出哪些位姿信息最多。</translation>
    </message>
    <message>
      <source>There is no load test named {name}.</source>
      <translation>没有名为 {name} 的加载试验。</translation>
    </message>
    <message>
      <source>Nothing was left out, and nothing was computed.</source>
      <translation>未剔除任何数据，也未进行计算。</translation>
    </message>
    <message>
      <source>Name it as the file does.</source>
      <translation>按文件中的名称指定。</translation>
    </message>
    <message>
      <source>The load test {name} does not fit this arm.</source>
      <translation>加载试验 {name} 与这台机械臂不符。</translation>
    </message>
    <message>
      <source>It needs one position per joint, and a force, a moment and a shift of three numbers each.</source>
      <translation>它需要每个关节一个位置，以及力、力矩和位移各三个数。</translation>
    </message>
    <message>
      <source>A map of {columns} by {rows} places from {poses} poses does not exist.</source>
      <translation>无法生成由 {poses} 个位姿得出的 {columns} × {rows} 位置分布图。</translation>
    </message>
    <message>
      <source>Give at least one of each.</source>
      <translation>每项至少给一个。</translation>
    </message>
    <message>
      <source>The spring of these joints is not positive: {joints}.</source>
      <translation>这些关节的弹簧刚度不为正：{joints}。</translation>
    </message>
    <message>
      <source>No gear pushes the way it is bent. Nothing was computed.</source>
      <translation>没有减速器会朝变形方向出力。未进行计算。</translation>
    </message>
    <message>
      <source>Repeat the twist analysis, or correct `stiffness` in the robot description.</source>
      <translation>重做扭转分析，或改正机器人描述中的 `stiffness`。</translation>
    </message>
    <message>
      <source>{file} is not a file of load tests as it stands.</source>
      <translation>{file} 目前不是有效的加载试验文件。</translation>
    </message>
    <message>
      <source>Correct these places and read it again.</source>
      <translation>更正这些地方，然后重新读取。</translation>
    </message>
    <message>
      <source>No line of {file} has a measured shift yet.</source>
      <translation>{file} 中还没有任何一行含测得的偏移。</translation>
    </message>
    <message>
      <source>There is nothing to find a stiffness from.</source>
      <translation>没有可用于求刚度的内容。</translation>
    </message>
    <message>
      <source>Fill in dx, dy and dz, or the tool's places unloaded and loaded.</source>
      <translation>填入 dx、dy 和 dz，或工具在空载和有载荷时的位置。</translation>
    </message>
    <message>
      <source>{file} is a spreadsheet program's own file.</source>
      <translation>{file} 是电子表格程序的专有文件。</translation>
    </message>
    <message>
      <source>Save it there as CSV and read that.</source>
      <translation>在该程序中存为 CSV，然后读取。</translation>
    </message>
    <message>
      <source>{file} is not a list of points.</source>
      <translation>{file} 不是点的列表。</translation>
    </message>
    <message>
      <source>Every line needs a name and X, Y and Z; correct these places, or export again.</source>
      <translation>每行需要名称和 X、Y、Z；更正这些地方，或重新导出。</translation>
    </message>
    <message>
      <source>The tracker's frame cannot be laid over the base frame: {found} places were measured, {needed} are needed.</source>
      <translation>无法将跟踪仪坐标系与底座坐标系对齐：已测 {found} 个位置，需要 {needed} 个。</translation>
    </message>
    <message>
      <source>Without that, the direction in which the tool went is unknown.</source>
      <translation>否则无法知道工具朝哪个方向移动。</translation>
    </message>
    <message>
      <source>Measure the unloaded tool in more poses.</source>
      <translation>在更多位姿上测量空载的工具。</translation>
    </message>
    <message>
      <source>The measured places lie on one line: {length:mm} mm long, {width:mm} mm wide.</source>
      <translation>测得的位置位于一条直线上：长 {length:mm} mm，宽 {width:mm} mm。</translation>
    </message>
    <message>
      <source>The tracker's frame could be turned about it, so the direction in which the tool went is unknown.</source>
      <translation>跟踪仪坐标系可绕该直线旋转，因此无法知道工具朝哪个方向移动。</translation>
    </message>
    <message>
      <source>Measure the unloaded tool in poses away from that line.</source>
      <translation>在偏离该直线的位姿上测量空载的工具。</translation>
    </message>
    <message>
      <source>The measured places lie {scale} times as far apart as the kinematics has them.</source>
      <translation>测得位置间的距离是运动学所得的 {scale} 倍。</translation>
    </message>
    <message>
      <source>{file} seems to be in another unit than it says.</source>
      <translation>{file} 的单位似乎与其所标不同。</translation>
    </message>
    <message>
      <source>Correct the unit in its heading.</source>
      <translation>更正其表头中的单位。</translation>
    </message>
    <message>
      <source>The measured places fit the kinematics to {without:mm} mm only in a mirror, else to {rms:mm} mm.</source>
      <translation>测得的位置只有取镜像才能以 {without:mm} mm 与运动学吻合，否则为 {rms:mm} mm。</translation>
    </message>
    <message>
      <source>One axis of the tracker points the wrong way.</source>
      <translation>跟踪仪的一个轴方向相反。</translation>
    </message>
    <message>
      <source>Export with a right-handed frame.</source>
      <translation>用右手坐标系导出。</translation>
    </message>
    <message>
      <source>The unloaded place of {test} is not where the kinematics has it; without it all others fit to {without:mm} mm.</source>
      <translation>{test} 的空载位置与运动学不符；去掉它后，其他位置以 {without:mm} mm 吻合。</translation>
    </message>
    <message>
      <source>It was measured in another pose, or has another one's name.</source>
      <translation>它是在另一位姿下测量的，或带有另一个点的名称。</translation>
    </message>
    <message>
      <source>Correct the pose or the name in {file}, or take the line out.</source>
      <translation>更正 {file} 中的位姿或名称，或删除该行。</translation>
    </message>
    <message>
      <source>The measured places miss those of the kinematics by {rms:mm apart limit} mm; at most {limit:mm apart rms} mm can be.</source>
      <translation>测得的位置与运动学所得相差 {rms:mm apart limit} mm；最多允许 {limit:mm apart rms} mm。</translation>
    </message>
    <message>
      <source>Poses, tool point or robot are not those that were measured.</source>
      <translation>位姿、工具点或机器人与测量时的不同。</translation>
    </message>
    <message>
      <source>Check that joint positions are the controller's, that the tool point is that of the reflector, and which robot this is.</source>
      <translation>检查关节位置是否为控制器的数值，工具点是否为反射器的位置，以及机器人是否选对。</translation>
    </message>
    <message>
      <source>The setting {setting:words} of the load tests cannot be {value}.</source>
      <translation>加载试验的设置“{setting:words}”不能为 {value}。</translation>
    </message>
    <message>
      <source>Correct it: loads and noise are greater than zero, a range goes from low to high.</source>
      <translation>改正它：载荷和噪声须大于零，范围须从小到大。</translation>
    </message>
    <message>
      <source>{count} load tests cannot determine this arm; it needs {needed} at least.</source>
      <translation>{count} 项加载试验无法确定这台机械臂；至少需要 {needed} 项。</translation>
    </message>
    <message>
      <source>Ask for more: three or four times as many as joints are good.</source>
      <translation>增加数量：以关节数的三到四倍为宜。</translation>
    </message>
    <message>
      <source>{mass:apart limit} kg are more than the flange may carry, which is {limit:apart mass} kg.</source>
      <translation>{mass:apart limit} kg 超过法兰允许的 {limit:apart mass} kg。</translation>
    </message>
    <message>
      <source>Hang a lighter mass, or push with a known force.</source>
      <translation>改挂较轻的质量，或用已知的力推。</translation>
    </message>
    <message>
      <source>Of {drawn} poses none can be loaded.</source>
      <translation>抽取的 {drawn} 个位姿中，没有一个可以加载。</translation>
    </message>
    <message>
      <source>Change what stands most in the way.</source>
      <translation>改变阻碍最大的一项。</translation>
    </message>
    <message>
      <source>Only {found} load tests are possible within these limits; {wanted} were asked for.</source>
      <translation>在这些限值内只能做 {found} 项加载试验；要求的是 {wanted} 项。</translation>
    </message>
    <message>
      <source>Ask for fewer, take a lighter load or widen the limits.</source>
      <translation>减少数量、减轻载荷或放宽限值。</translation>
    </message>
    <message>
      <source>The plan is for {planned}, not for {robot}.</source>
      <translation>该规划用于 {planned}，不用于 {robot}。</translation>
    </message>
    <message>
      <source>No file was written.</source>
      <translation>未写入文件。</translation>
    </message>
    <message>
      <source>Choose the robot that was planned for.</source>
      <translation>选择规划时所用的机器人。</translation>
    </message>
    <message>
      <source>The tool point lies {lever:mm} mm from the axis of {joint:joint}, so its turning hardly moves it: the number stands for nothing. The joint keeps its own spring. Choose a tool point farther from the axis ({needed:mm} mm or more) to tell it.</source>
      <translation>工具点距 {joint:joint} 轴线 {lever:mm} mm，该关节转动几乎不会使它移动：该数值没有意义。该关节保留自身弹簧。要得出它，选择离轴线更远的工具点（{needed:mm} mm 或以上）。</translation>
    </message>
    <message>
      <source>{joints} do the same to the tool point in every pose, so nobody can tell what each of them gives. Hold one of them at its own spring.</source>
      <translation>{joints} 在每个位姿下对工具点的作用都相同，无法区分各自的变形。将其中一个固定为自身弹簧。</translation>
    </message>
    <message>
      <source>The best number for {joint:joint} is not positive: no spring of this joint stands for the links. The joint keeps its own spring.</source>
      <translation>{joint:joint} 的最佳数值不为正：该关节的任何弹簧都不能代表连杆。该关节保留自身弹簧。</translation>
    </message>
    <message>
      <source>{share:%} of what {joint:joint} gives here is its links, which its encoders do not see. The number is right for shifts of the tool, not for the gear.</source>
      <translation>{joint:joint} 此处的变形有 {share:%} 来自连杆，其编码器看不到。该数值适用于工具位移，不适用于减速器。</translation>
    </message>
    <message>
      <source>Nobody said how its links give, so the arm counts as rigid between its joints. Describe the links as beams, or measure the arm under known loads.</source>
      <translation>未说明连杆的变形，机械臂在关节之间视为刚性。将连杆描述为梁，或在已知载荷下测量机械臂。</translation>
    </message>
    <message>
      <source>Joints alone leave {share:%} of the shift on average ({error:mm} mm at {force} N): this arm gives in ways that no joint can. Use the full model for prediction, and trust a correction less.</source>
      <translation>仅用关节，平均有 {share:%} 的位移未能反映（{force} N 时为 {error:mm} mm）：这台机械臂有关节无法产生的变形。用完整模型预测，并降低对修正的信任。</translation>
    </message>
    <message>
      <source>Nothing can be told of {joints}; there the joints' own springs are used.</source>
      <translation>{joints} 无法得出；这些关节使用自身弹簧。</translation>
    </message>
    <message>
      <source>No load turns {joint:joint} in these tests, so nothing can be told of it. A weight never loads an upright axis: push sideways, or stand in other poses.</source>
      <translation>这些试验中没有载荷使 {joint:joint} 转动，因此无法得出它。重物从不加载竖直轴：从侧面推，或换其他位姿。</translation>
    </message>
    <message>
      <source>There are just as many measured numbers as joints, so nobody can tell how well {joint:joint} is known. Measure in more poses.</source>
      <translation>测量值的数量恰好等于关节数，无法得知 {joint:joint} 的准确程度。在更多位姿下测量。</translation>
    </message>
    <message>
      <source>The load tests give {joint:joint} a stiffness that no spring has. Check the signs of force and shift, and the tool point; or another joint takes its share: measure in other poses.</source>
      <translation>加载试验给出的 {joint:joint} 刚度是任何弹簧都不会有的。检查力和位移的符号以及工具点；也可能另一关节占去了它的份额：在其他位姿下测量。</translation>
    </message>
    <message>
      <source>The stiffness of {joint:joint} is uncertain by {share:%}. Measure more often, with more load, or in poses that load it more.</source>
      <translation>{joint:joint} 的刚度不确定度为 {share:%}。增加测量次数、加大载荷，或选用使它受载更大的位姿。</translation>
    </message>
    <message>
      <source>The load test {name} lies {times} times farther off than the others. Measure it again, or leave it out.</source>
      <translation>加载试验 {name} 的偏差是其他试验的 {times} 倍。重新测量或剔除它。</translation>
    </message>
    <message>
      <source>The joints leave {noise:mm} mm per axis, and the shifts were told to be good to {told:mm} mm: links give in ways that no joint can, or the shifts are worse than told.</source>
      <translation>关节模型每轴有 {noise:mm} mm 未能反映，而给定的位移精度为 {told:mm} mm：连杆有关节无法产生的变形，或位移精度低于给定值。</translation>
    </message>
    <message>
      <source>The joints leave {share:%} of the measured shifts. Check the signs of force and shift, the units and the tool point; or this arm gives in ways that no joint can.</source>
      <translation>关节模型有 {share:%} 的实测位移未能反映。检查力和位移的符号、单位和工具点；也可能这台机械臂有关节无法产生的变形。</translation>
    </message>
    <message>
      <source>{joint:joint} comes out with {stiffness:kilo} kN·m/rad; {low:kilo} to {high:kilo} are likely by its description or size. Check the units of the loads and shifts in the file, the tool point, and which arm it is.</source>
      <translation>{joint:joint} 的结果为 {stiffness:kilo} kN·m/rad；按其描述或尺寸，{low:kilo} 到 {high:kilo} 才合理。请检查文件中载荷和位移的单位、工具点以及所用的机械臂。</translation>
    </message>
    <message>
      <source>Nobody said how its links give, so the tool moves at least as far as told.</source>
      <translation>未说明连杆的变形，工具的位移至少为所示值。</translation>
    </message>
    <message>
      <source>{share:%} of this shift is the links, which no encoder sees.</source>
      <translation>此位移有 {share:%} 来自连杆，任何编码器都看不到。</translation>
    </message>
    <message>
      <source>{name} (line {line}) has no shift yet and was left out.</source>
      <translation>{name}（第 {line} 行）尚无位移，已剔除。</translation>
    </message>
    <message>
      <source>{name} (line {line}) has no load and was left out.</source>
      <translation>{name}（第 {line} 行）没有载荷，已剔除。</translation>
    </message>
    <message>
      <source>no unit; write one in brackets, one of {units}</source>
      <translation>没有单位；在括号中写一个，可用 {units}</translation>
    </message>
    <message>
      <source>there is no load; give fx, fy and fz, or mass</source>
      <translation>没有载荷；给出 fx、fy 和 fz，或 mass</translation>
    </message>
    <message>
      <source>the load is given twice; give fx, fy and fz, or mass with cx, cy and cz</source>
      <translation>载荷给了两次；给出 fx、fy 和 fz，或 mass 与 cx、cy、cz</translation>
    </message>
    <message>
      <source>there is no shift; give dx, dy and dz, or x0 to z0 and x1 to z1, or unloaded and loaded</source>
      <translation>没有位移；给出 dx、dy 和 dz，或 x0 至 z0 与 x1 至 z1，或 unloaded 与 loaded</translation>
    </message>
    <message>
      <source>the shift is given in several ways ({columns}); keep one</source>
      <translation>位移以多种方式给出（{columns}）；保留一种</translation>
    </message>
    <message>
      <source>nothing is written here</source>
      <translation>此处为空</translation>
    </message>
    <message>
      <source>'{text}' is not a number</source>
      <translation>“{text}”不是数字</translation>
    </message>
    <message>
      <source>some numbers have a decimal comma ({comma}), others a point ({point}); write all alike, without marks between thousands</source>
      <translation>有些数字用小数逗号（{comma}），有些用小数点（{point}）；统一写法，千位之间不加符号</translation>
    </message>
    <message>
      <source>line {line} is named {name} too</source>
      <translation>第 {line} 行也名为 {name}</translation>
    </message>
    <message>
      <source>{text} is outside the limits of {joint:joint}; check the unit</source>
      <translation>{text} 超出 {joint:joint} 的限值；检查单位</translation>
    </message>
    <message>
      <source>the tool went {shift:mm apart limit} mm; more than {limit:mm apart shift} mm is no bending; check the unit</source>
      <translation>工具移动了 {shift:mm apart limit} mm；超过 {limit:mm apart shift} mm 就不是变形；检查单位</translation>
    </message>
    <message>
      <source>no shift is filled in</source>
      <translation>未填写位移</translation>
    </message>
    <message>
      <source>there is no load</source>
      <translation>没有载荷</translation>
    </message>
    <message>
      <source>the columns unloaded and loaded name points; choose the tracker's file too</source>
      <translation>unloaded 和 loaded 列写的是点名；还须选择跟踪仪的文件</translation>
    </message>
    <message>
      <source>a tracker's file was chosen, and no column names its points; add unloaded and loaded, or drop it</source>
      <translation>选择了跟踪仪的文件，但没有列写出其点名；添加 unloaded 和 loaded，或不用该文件</translation>
    </message>
    <message>
      <source>the tracker's file has no point {point}</source>
      <translation>跟踪仪的文件中没有点 {point}</translation>
    </message>
    <message>
      <source>measurements of {point} lie up to {spread:mm} mm from their mean; two points have this name</source>
      <translation>{point} 的测量值偏离其平均值最多 {spread:mm} mm；有两个点同名</translation>
    </message>
    <message>
      <source>no name with three numbers</source>
      <translation>不是一个名称加三个数字</translation>
    </message>
    <message>
      <source>X, Y and Z have different units ({units})</source>
      <translation>X、Y 和 Z 的单位不同（{units}）</translation>
    </message>
    <message>
      <source>{count} come too near to the arm itself or its surroundings</source>
      <translation>{count} 个离机械臂自身或周围物体过近</translation>
    </message>
    <message>
      <source>{count} put the tool or its load too near to the floor</source>
      <translation>{count} 个使工具或其负载离地面过近</translation>
    </message>
    <message>
      <source>{count} need more than its rated torque to hold</source>
      <translation>{count} 个保持时所需力矩超过额定值</translation>
    </message>
  </context>
  <context>
    <name>resources/words/tool_correction.toml</name>
    <message>
      <source>No place is named at which the tool is to be corrected.</source>
      <translation>未指定要修正工具位置的点位。</translation>
    </message>
    <message>
      <source>Add at least one: type it, or take the pose where the arm stands now.</source>
      <translation>至少添加一个：输入点位，或采用机械臂当前的位姿。</translation>
    </message>
    <message>
      <source>Place {place} has {found} joint positions; the arm has {expected} joints.</source>
      <translation>点位 {place} 有 {found} 个关节位置；机械臂有 {expected} 个关节。</translation>
    </message>
    <message>
      <source>Place {place} is beyond the limits of {joint:joint}.</source>
      <translation>点位 {place} 超出 {joint:joint} 的限值。</translation>
    </message>
    <message>
      <source>Choose a place that the arm reaches.</source>
      <translation>选择机械臂可达的点位。</translation>
    </message>
    <message>
      <source>Place {place} has no room for the last, slow move to it ({findings}).</source>
      <translation>点位 {place} 没有空间完成最后的慢速移动（{findings}）。</translation>
    </message>
    <message>
      <source>The joints come to a place a little from below or above, and something is in the way. Nothing has moved.</source>
      <translation>各关节从略低或略高处到达点位，途中有障碍。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Leave this place out, or choose one that is a few degrees away.</source>
      <translation>省略该点位，或选择相差几度的点位。</translation>
    </message>
    <message>
      <source>The places were not measured without the load yet.</source>
      <translation>尚未在无负载状态下测量这些点位。</translation>
    </message>
    <message>
      <source>How far a load bends the arm shows only beside the arm without it. Nothing has moved.</source>
      <translation>只有与无负载的机械臂对比，才能看出负载使机械臂变形多少。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Measure without the load again, then with it.</source>
      <translation>先无负载重新测量，再带负载测量。</translation>
    </message>
    <message>
      <source>The places were measured without the load on the arm {measured}; {found} is connected.</source>
      <translation>无负载点位是在机械臂 {measured} 上测量的；当前连接的是 {found}。</translation>
    </message>
    <message>
      <source>The robot was switched off since the places were measured without the load.</source>
      <translation>自无负载测量这些点位以来，机器人曾断电。</translation>
    </message>
    <message>
      <source>Its encoders count from other zeros now, which would look like a bend of the gears. Nothing has moved.</source>
      <translation>其编码器现在的零点已不同，会被误认为减速器变形。没有任何部件运动。</translation>
    </message>
    <message>
      <source>These are {asked} places; {measured} others were measured without the load.</source>
      <translation>要求的是 {asked} 个点位；无负载测量的是另外 {measured} 个。</translation>
    </message>
    <message>
      <source>Leave the places out to take those that were measured, or measure these without the load first.</source>
      <translation>省略点位以采用已测量的点位，或先无负载测量这些点位。</translation>
    </message>
    <message>
      <source>At place {place} {joint:joint} is {size:deg}° from its commanded position.</source>
      <translation>在点位 {place}，{joint:joint} 偏离指令位置 {size:deg}°。</translation>
    </message>
    <message>
      <source>Something else than a load keeps it there. The arm was stopped, and what was recorded is kept.</source>
      <translation>使其停在该处的不是负载。机械臂已停止，已录制的数据保留。</translation>
    </message>
    <message>
      <source>Look for what touches the arm, then begin again.</source>
      <translation>查找碰到机械臂的物体，然后重新开始。</translation>
    </message>
    <message>
      <source>The controller does not tell where its motors and its links are.</source>
      <translation>控制器不提供电机和连杆的位置。</translation>
    </message>
    <message>
      <source>How far gears bend cannot be seen. The arm was stopped.</source>
      <translation>看不到减速器的变形量。机械臂已停止。</translation>
    </message>
    <message>
      <source>Let the controller stream the encoders before and behind the gears.</source>
      <translation>让控制器实时传送减速器前后的编码器数据。</translation>
    </message>
    <message>
      <source>Only {samples} samples of the standing arm came; {wanted} are needed.</source>
      <translation>只收到 {samples} 个机械臂静止时的采样；需要 {wanted} 个。</translation>
    </message>
    <message>
      <source>The arm was stopped, and what was recorded is kept.</source>
      <translation>机械臂已停止，已录制的数据保留。</translation>
    </message>
    <message>
      <source>Check the connection, then begin again.</source>
      <translation>检查连接，然后重新开始。</translation>
    </message>
    <message>
      <source>{missing} samples of the standing arm are missing.</source>
      <translation>缺少 {missing} 个机械臂静止时的采样。</translation>
    </message>
    <message>
      <source>A mean with holes is not trusted. The arm was stopped, and what was recorded is kept.</source>
      <translation>有缺口的平均值不可信。机械臂已停止，已录制的数据保留。</translation>
    </message>
    <message>
      <source>{joint:Joint} moved by {size:arcmin apart limit} arcmin while the arm was to stand; {limit:arcmin apart size} arcmin are allowed.</source>
      <translation>机械臂应静止时，{joint:Joint} 移动了 {size:arcmin apart limit} arcmin；允许 {limit:arcmin apart size} arcmin。</translation>
    </message>
    <message>
      <source>Keep everyone away from the arm and the load, then begin again.</source>
      <translation>确认无人触碰机械臂或负载，然后重新开始。</translation>
    </message>
    <message>
      <source>The twist of {joint:joint} went by {size:arcmin apart limit} arcmin while the arm stood; {limit:arcmin apart size} arcmin are allowed.</source>
      <translation>机械臂静止时，{joint:joint} 的扭转变化了 {size:arcmin apart limit} arcmin；允许 {limit:arcmin apart size} arcmin。</translation>
    </message>
    <message>
      <source>Something still swings. The arm was stopped, and what was recorded is kept.</source>
      <translation>仍有物体在摆动。机械臂已停止，已录制的数据保留。</translation>
    </message>
    <message>
      <source>Fasten the load, or let it hang still, then begin again.</source>
      <translation>固定负载，或让其悬挂静止，然后重新开始。</translation>
    </message>
    <message>
      <source>No joint tells how far its gear bends.</source>
      <translation>没有关节提供其减速器的变形量。</translation>
    </message>
    <message>
      <source>The arm was stopped; nothing was corrected.</source>
      <translation>机械臂已停止；未作任何修正。</translation>
    </message>
    <message>
      <source>Check the link encoders.</source>
      <translation>检查连杆侧编码器。</translation>
    </message>
    <message>
      <source>A correction made it worse: {before} mm were left before it, {now} mm after it.</source>
      <translation>一次修正使情况变差：修正前剩余 {before} mm，修正后剩余 {now} mm。</translation>
    </message>
    <message>
      <source>No further step is made there.</source>
      <translation>该处不再继续修正。</translation>
    </message>
    <message>
      <source>Check the signs of both encoders with torsion run check.</source>
      <translation>用 torsion run check 检查两个编码器的符号。</translation>
    </message>
    <message>
      <source>The load bends the arm by {shift} mm, {share} times what may be corrected.</source>
      <translation>负载使机械臂变形 {shift} mm，为可修正量的 {share} 倍。</translation>
    </message>
    <message>
      <source>Three steps of at most 0.2° and 5 mm are allowed. Nothing was corrected there.</source>
      <translation>最多允许三步，每步不超过 0.2° 和 5 mm。该处未作任何修正。</translation>
    </message>
    <message>
      <source>Check the load and the joints' stiffness; correct the program by hand if both are right.</source>
      <translation>检查负载和关节刚度；若两者都正确，手动修正程序。</translation>
    </message>
    <message>
      <source>All {steps} steps of a correction were made.</source>
      <translation>一次修正的全部 {steps} 步均已执行。</translation>
    </message>
    <message>
      <source>Nothing more is done there.</source>
      <translation>该处不再做任何操作。</translation>
    </message>
    <message>
      <source>{file} is no list of places ({reason}).</source>
      <translation>{file} 不是点位列表（{reason}）。</translation>
    </message>
    <message>
      <source>Write one place a line: joint positions in degrees (m where a joint slides), commas between them.</source>
      <translation>每行写一个点位：关节位置以度为单位（移动关节为 m），用逗号分隔。</translation>
    </message>
    <message>
      <source>A correction made it worse: {before} mm before it, {now} mm after it. Check the signs of both encoders.</source>
      <translation>一次修正使结果变差：修正前 {before} mm，修正后 {now} mm。检查两个编码器的符号。</translation>
    </message>
    <message>
      <source>The load bends the arm by {shift} mm, more than three small steps may undo. Nothing was corrected there.</source>
      <translation>载荷使机械臂变形 {shift} mm，超过三次小步所能抵消的量。该处未作修正。</translation>
    </message>
    <message>
      <source>At place {place} {left} mm are left after all steps that are allowed.</source>
      <translation>在点位 {place}，用完所有允许的步数后仍剩 {left} mm。</translation>
    </message>
    <message>
      <source>These joints have no link encoder; what they give is not corrected: {joints}.</source>
      <translation>这些关节没有连杆侧编码器，其变形未作修正：{joints}。</translation>
    </message>
    <message>
      <source>At place {place} {joint} is {kelvin} K warmer or colder than without the load. Measure both runs at one temperature.</source>
      <translation>在点位 {place}，{joint} 的温度与空载时相差 {kelvin} K。在同一温度下测量两次运行。</translation>
    </message>
    <message>
      <source>{missing} of the places were not corrected. Run it again.</source>
      <translation>有 {missing} 个点位未修正。重新运行。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/twist.toml</name>
    <message>
      <source>{recording} lacks the motor or the link encoders.</source>
      <translation>{recording} 缺少电机侧或连杆侧编码器。</translation>
    </message>
    <message>
      <source>It has {has}; the twist of the gears takes both {needed}. Nothing was changed.</source>
      <translation>其中有 {has}；计算齿轮扭转需要 {needed} 两者。未作任何更改。</translation>
    </message>
    <message>
      <source>Choose recordings with both encoders.</source>
      <translation>选择两个编码器都有的录制数据。</translation>
    </message>
    <message>
      <source>Gravity loads no joint of {robot} enough to see its gear bend.</source>
      <translation>{robot} 没有任何关节受重力加载到足以看出其减速器变形。</translation>
    </message>
    <message>
      <source>Load steps need a load that changes with the pose. Nothing has moved.</source>
      <translation>载荷阶跃需要随位姿变化的载荷。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Hang a payload off the flange's axis and give its mass and centre, or name the joints that shall run all the same.</source>
      <translation>在偏离法兰轴线处悬挂负载，并给出其质量和质心，或指定仍要运行的关节。</translation>
    </message>
    <message>
      <source>No pose was found in which {joint:joint} can go slowly there and back clear of everything.</source>
      <translation>找不到 {joint:joint} 可缓慢往返且无碰撞的位姿。</translation>
    </message>
    <message>
      <source>The ranges around where the arm stands, or the way to them, were not allowed. Nothing has moved.</source>
      <translation>机械臂周围的范围或到达它们的途径不被允许。没有任何部件运动。</translation>
    </message>
    <message>
      <source>{controller} does not tell both encoders of a joint.</source>
      <translation>{controller} 不提供关节的双编码器数据。</translation>
    </message>
    <message>
      <source>How far a gear bends is motor angle less link angle. Nothing has moved.</source>
      <translation>减速器的变形量为电机角度减去连杆角度。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Let the controller stream the encoders before and behind the gears. The controllers of Universal Robots and of Elite send one encoder per joint: their gears cannot be judged this way.</source>
      <translation>让控制器实时传送减速器前后的编码器数据。Universal Robots 和艾利特的控制器每个关节只发送一个编码器的数据：无法以此方式判断其减速器。</translation>
    </message>
    <message>
      <source>{robot} has its output locked.</source>
      <translation>{robot} 的输出端已锁定。</translation>
    </message>
    <message>
      <source>What was asked for takes an arm that moves; here the motor only winds its gear up.</source>
      <translation>所需操作要求机械臂能运动；此处电机只会扭紧其减速器。</translation>
    </message>
    <message>
      <source>Run the torque ramps and analyse their twist, or choose another robot.</source>
      <translation>运行力矩斜坡并分析其扭转，或选择其他机器人。</translation>
    </message>
    <message>
      <source>The description of {robot} does not say that its output is locked.</source>
      <translation>{robot} 的描述未说明其输出端已锁定。</translation>
    </message>
    <message>
      <source>An arm whose output is free would move instead of winding its gears up. Nothing has moved.</source>
      <translation>输出端自由的机械臂会运动，而不会扭紧其减速器。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Lock the output and say so in the description of the robot, or choose another robot.</source>
      <translation>请锁定输出端并在机器人描述中注明，或选择其他机器人。</translation>
    </message>
    <message>
      <source>The motor went {wind:deg}° and the torque came to {torque} N·m only.</source>
      <translation>电机转了 {wind:deg}°，力矩只达到 {torque} N·m。</translation>
    </message>
    <message>
      <source>The output gives, the gear has more play than that, or the torque is not measured. The motor was stopped.</source>
      <translation>输出端松动、减速器间隙更大，或未测量力矩。电机已停止。</translation>
    </message>
    <message>
      <source>Look at the clamping; where it holds, let the motor go further.</source>
      <translation>检查夹紧情况；若夹紧牢固，允许电机转得更远。</translation>
    </message>
    <message>
      <source>The motor of {joint:joint} stayed {distance:deg}° behind where it was sent.</source>
      <translation>{joint:joint} 的电机落后目标位置 {distance:deg}°。</translation>
    </message>
    <message>
      <source>Its drive cannot hold it against the gear. The motor was stopped.</source>
      <translation>驱动器无法克服减速器保持电机位置。电机已停止。</translation>
    </message>
    <message>
      <source>Wind it to less torque, or look at the drive's limits.</source>
      <translation>减小扭紧力矩，或检查驱动器的限值。</translation>
    </message>
    <message>
      <source>The torque of {joint:joint} is no longer reported.</source>
      <translation>不再收到 {joint:joint} 的力矩。</translation>
    </message>
    <message>
      <source>Without it, the motor does not know when to turn round. The motor was stopped.</source>
      <translation>无法判断何时该换向。电机已停止。</translation>
    </message>
    <message>
      <source>Look at the drive and connect again.</source>
      <translation>检查驱动器，然后重新连接。</translation>
    </message>
    <message>
      <source>The description says no torque limit for {joint:joint}.</source>
      <translation>描述中没有 {joint:joint} 的力矩限值。</translation>
    </message>
    <message>
      <source>How far its gear may be wound up is unknown. Nothing has moved.</source>
      <translation>不知道其减速器可扭紧到什么程度。没有任何部件运动。</translation>
    </message>
    <message>
      <source>Write its rated torque into the description.</source>
      <translation>在描述中写入其额定力矩。</translation>
    </message>
    <message>
      <source>{joint:Joint} has no link encoder, so nobody sees its gear twist. Judge it by its friction.</source>
      <translation>{joint:Joint} 没有连杆侧编码器，看不到其减速器的扭转。按其摩擦评判。</translation>
    </message>
    <message>
      <source>The controller computes the link position of {joint:joint} from motor and torque. Its stiffness is the controller's own constant; hysteresis, backlash and ripple cannot be seen. Judge this gear by its friction.</source>
      <translation>{joint:joint}的连杆位置由控制器根据电机和力矩计算得出。其刚度是控制器自身的常数；无法看到迟滞、背隙和纹波。请根据摩擦判断该减速器。</translation>
    </message>
    <message>
      <source>Nothing tells yet whether the link position of {joint:joint} is measured or computed by the controller. Record slow strokes to and fro for half a minute.</source>
      <translation>尚无法判断{joint:joint}的连杆位置是测得的还是由控制器计算的。请录制半分钟的慢速往复行程。</translation>
    </message>
    <message>
      <source>{joint:Joint} cannot be judged by this motion: {load} N·m of load hardly twist its gear. Gravity does not load a vertical axis or a balanced wrist. Record faster motion, or carry a payload.</source>
      <translation>此运动无法评判 {joint:Joint}：{load} N·m 的载荷几乎不使其减速器扭转。重力不加载竖直轴或平衡的腕部。录制更快的运动，或带上负载。</translation>
    </message>
    <message>
      <source>{joint:Joint} cannot be judged by this model: the motion that it was made from leaves up to {share:%} of the joint's load open. Record an excitation and identify with it, then analyse the twist again.</source>
      <translation>此模型无法评判 {joint:Joint}：建立模型所用的运动使该关节载荷中最多 {share:%} 未能确定。录制一次激励并据此辨识，然后重新分析扭转。</translation>
    </message>
    <message>
      <source>{joint:Joint} cannot be judged by this motion: its load goes along with its speed or acceleration, so nobody can tell which of them twists the gear. Record another motion; where gravity loads the joint, run the load steps.</source>
      <translation>此运动无法评判 {joint:Joint}：其载荷随速度或加速度同步变化，无法区分是哪一个使减速器扭转。录制另一种运动；受重力加载的关节可运行载荷阶跃。</translation>
    </message>
    <message>
      <source>The load on {joint:joint} never changed its direction, so backlash did not show. Move it through the pose in which gravity pulls neither way.</source>
      <translation>{joint:joint} 的载荷从未换向，背隙未显现。让它经过重力不向任何一侧拉的位姿。</translation>
    </message>
    <message>
      <source>The load on {joint:joint} changed little against the width of its loop, so the stiffness is that of small loads. Run the load steps, or carry a payload.</source>
      <translation>{joint:joint} 的载荷变化相对迟滞环宽度很小，因此得到的是小载荷下的刚度。运行载荷阶跃，或带上负载。</translation>
    </message>
    <message>
      <source>The motor of {joint:joint} turned {turns:apart needed} times; ripple needs {needed:apart turns} turns. Move that joint further.</source>
      <translation>{joint:joint} 的电机转了 {turns:apart needed} 圈；测波动需要 {needed:apart turns} 圈。让该关节走得更远。</translation>
    </message>
    <message>
      <source>Nobody told the gear ratio of {joint:joint}, so ripple cannot be counted per motor turn. Add it to the robot description.</source>
      <translation>未给出 {joint:joint} 的减速比，无法按电机每圈计波动。在机器人描述中添加。</translation>
    </message>
    <message>
      <source>{joint:Joint} moved too fast to show its ripple. Record slower motion.</source>
      <translation>{joint:Joint} 运动太快，显示不出波动。录制更慢的运动。</translation>
    </message>
    <message>
      <source>The parts leave {share:%} of what the gear of {joint:joint} twists. Something else moves: check its coupling, its bearings and how its encoder is mounted.</source>
      <translation>各部分之和仍有 {joint:joint} 减速器扭转的 {share:%} 未能解释。另有部件在动：检查联轴器、轴承和编码器的安装。</translation>
    </message>
    <message>
      <source>The torque model misses {relative_error:%} of the torque of {joint:joint}, so its load is uncertain and its stiffness with it. Identify with a richer motion first.</source>
      <translation>力矩模型对 {joint:joint} 的力矩误差为 {relative_error:%}，其载荷不确定，刚度也随之不确定。先用更丰富的运动辨识。</translation>
    </message>
    <message>
      <source>Up to {lag:ms} ms of the lag of {joint:joint} may be the gear winding up with speed: both look alike. Record faster and slower motion together to tell them apart.</source>
      <translation>{joint:joint} 的时延中最多 {lag:ms} ms 可能是减速器随速度产生的扭转：两者表现相同。把快速和慢速运动一起录制以区分。</translation>
    </message>
    <message>
      <source>The {quantity:words} of {joint:joint} is uncertain by {relative:%}. Record longer, or with more load.</source>
      <translation>{joint:joint} 的{quantity:words}不确定度为 {relative:%}。延长录制，或加大载荷。</translation>
    </message>
    <message>
      <source>The loop of {joint:joint} is no line: {softest:kilo} to {stiffest:kilo} kN·m/rad from its softest to its stiffest branch. Compare branches and lost motion, not one stiffness.</source>
      <translation>{joint:joint} 的迟滞环不成直线：从最软到最硬的分支为 {softest:kilo} 至 {stiffest:kilo} kN·m/rad。比较各分支和空程，不要只看一个刚度。</translation>
    </message>
    <message>
      <source>{joint:Joint} was seen for too short to take its twist apart. Record longer.</source>
      <translation>观察 {joint:Joint} 的时间太短，无法分解其扭转。延长录制。</translation>
    </message>
    <message>
      <source>{joint:Joint} twisted further than its torque can explain: something slips. Stop using it; check coupling, clamping and gear.</source>
      <translation>{joint:Joint} 的扭转超过其力矩所能解释的量：有部件打滑。停止使用；检查联轴器、夹紧和减速器。</translation>
    </message>
    <message>
      <source>No gear of the size of {joint:joint} has {stiffness:kilo} kN·m/rad; {low:kilo} to {high:kilo} are usual. Check sign, ratio and unit of both encoders, and the drive gain.</source>
      <translation>与 {joint:joint} 同规格的减速器不会有 {stiffness:kilo} kN·m/rad 的刚度；通常为 {low:kilo} 至 {high:kilo}。请检查两个编码器的符号、传动比和单位，以及驱动增益。</translation>
    </message>
    <message>
      <source>The motor encoder of {joints} counted backwards and was turned round, as asked.</source>
      <translation>{joints} 的电机编码器计数方向相反，已按要求反向。</translation>
    </message>
    <message>
      <source>The link encoder of {joint:joint} is {lag_s:ms} ms behind the motor encoder. The lag was removed, but the loop of the gear may still be too wide. Record both encoders at the same moment.</source>
      <translation>{joint:joint} 的连杆编码器比电机编码器滞后 {lag_s:ms} ms。该滞后已扣除，但减速器的回线可能仍偏宽。请在同一时刻记录两个编码器。</translation>
    </message>
    <message>
      <source>The link encoder of {joints} counted backwards and was turned round, as asked.</source>
      <translation>{joints} 的连杆编码器计数方向相反，已按要求反向。</translation>
    </message>
    <message>
      <source>The torque on {joint:joint} never went to both sides and back, so there is no loop to judge. Ramp it up and down through zero.</source>
      <translation>{joint:joint} 的力矩从未到达正反两侧再返回，因此没有可评判的迟滞环。让力矩经过零点往复斜坡变化。</translation>
    </message>
    <message>
      <source>The torque on {joint:joint} reached {load:apart needed} N·m; its lost motion takes ramps to {needed:apart load} N·m. Ramp it further.</source>
      <translation>{joint:joint} 的力矩达到 {load:apart needed} N·m；测其空程需要斜坡到 {needed:apart load} N·m。加大斜坡力矩。</translation>
    </message>
    <message>
      <source>The ramps took little more than the play out of {joint:joint}, so its stiffness did not show. Ramp it to more torque.</source>
      <translation>斜坡几乎只消除了 {joint:joint} 的间隙，看不出其刚度。加大斜坡力矩。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/universal_robots.toml</name>
    <message>
      <source>The computer at {address} answers, but its port {port} (RTDE) is closed.</source>
      <translation>{address} 的计算机有应答，但其端口 {port}（RTDE）已关闭。</translation>
    </message>
    <message>
      <source>On PolyScope 5.10 or newer and on PolyScope X: menu, Settings, Security, Services; unlock it with the administrator's password and enable Real-Time Data Exchange (RTDE). A controller that was just switched on needs about a minute.</source>
      <translation>在 PolyScope 5.10 或更新版本以及 PolyScope X 上：打开菜单，依次选择“设置”“安全”“服务”，用管理员密码解锁，并启用“实时数据交换 (RTDE)”。刚开机的控制器需要约一分钟。</translation>
    </message>
    <message>
      <source>Switch the service on at that computer.</source>
      <translation>在该计算机上开启此服务。</translation>
    </message>
    <message>
      <source>No computer is known by the name {address}.</source>
      <translation>找不到名为 {address} 的计算机。</translation>
    </message>
    <message>
      <source>Write the IP address that the pendant shows under Settings, System, Network.</source>
      <translation>输入示教器在“设置”“系统”“网络”下显示的 IP 地址。</translation>
    </message>
    <message>
      <source>Nothing answers at {address}, port {port} ({waited_s} s).</source>
      <translation>{address} 的端口 {port} 没有应答（{waited_s} s）。</translation>
    </message>
    <message>
      <source>The controller is off, in another network, or behind a firewall. No connection was made.</source>
      <translation>控制器已关闭、在另一个网络中或被防火墙阻挡。未建立连接。</translation>
    </message>
    <message>
      <source>Check cable and address (pendant: Settings, System, Network), and that inbound access to the port is not blocked (pendant: Settings, Security, General).</source>
      <translation>检查电缆和地址（示教器：“设置”“系统”“网络”），并确认该端口的入站访问未被阻止（示教器：“设置”“安全”“常规”）。</translation>
    </message>
    <message>
      <source>The controller speaks none of the versions of RTDE that Torsion speaks ({versions}).</source>
      <translation>控制器不支持 Torsion 使用的任何 RTDE 版本（{versions}）。</translation>
    </message>
    <message>
      <source>Check that it is an arm of Universal Robots, and update its software.</source>
      <translation>确认这是 Universal Robots 的机械臂，并更新其软件。</translation>
    </message>
    <message>
      <source>The controller does not tell {fields}.</source>
      <translation>控制器不提供 {fields}。</translation>
    </message>
    <message>
      <source>Without it nothing can be recorded. No connection was made.</source>
      <translation>没有它就无法录制。未建立连接。</translation>
    </message>
    <message>
      <source>Check that the name fits the maker (ur: or elite-cs:), and update the controller's software.</source>
      <translation>请检查名称是否与制造商相符（ur: 或 elite-cs:），并更新控制器的软件。</translation>
    </message>
    <message>
      <source>The controller refuses to send its data ({said:|no reason given}).</source>
      <translation>控制器拒绝发送数据（{said:|未说明原因}）。</translation>
    </message>
    <message>
      <source>Ask for fewer samples per second, and close other programs that read the arm.</source>
      <translation>降低每秒采样数，并关闭其他读取该机械臂的程序。</translation>
    </message>
    <message>
      <source>The controller has restarted: its clock went back from {before} s to {now} s.</source>
      <translation>控制器已重新启动：其时钟从 {before} s 退回到 {now} s。</translation>
    </message>
    <message>
      <source>Samples before and after do not belong together. What was recorded is kept.</source>
      <translation>前后的采样不属于同一组。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Connect again when the arm is ready.</source>
      <translation>机械臂就绪后重新连接。</translation>
    </message>
    <message>
      <source>The controller is still starting ({seconds} s since it was switched on).</source>
      <translation>控制器仍在启动（开机后 {seconds} s）。</translation>
    </message>
    <message>
      <source>Its values may not be valid yet.</source>
      <translation>其数值可能尚未有效。</translation>
    </message>
    <message>
      <source>Wait until it has run for 40 s.</source>
      <translation>等待其运行满 40 s。</translation>
    </message>
    <message>
      <source>The arm is not in operation ({mode}): its brakes are closed.</source>
      <translation>机械臂未运行（{mode}）：其制动器已闭合。</translation>
    </message>
    <message>
      <source>Currents and torques say nothing about the arm.</source>
      <translation>电流和力矩不反映机械臂的状态。</translation>
    </message>
    <message>
      <source>Power the arm on and release its brakes at the pendant.</source>
      <translation>在示教器上给机械臂上电并松开制动器。</translation>
    </message>
    <message>
      <source>The speed slider is at {share:%}.</source>
      <translation>速度滑块位于 {share:%}。</translation>
    </message>
    <message>
      <source>The arm moves more slowly than its program says. A motion of Torsion needs full speed.</source>
      <translation>机械臂的运动比其程序规定的慢。Torsion 的运动需要全速。</translation>
    </message>
    <message>
      <source>Move the slider at the pendant to 100 %, unless you mean it.</source>
      <translation>若非有意，将示教器上的滑块移到 100 %。</translation>
    </message>
    <message>
      <source>The arm works with its reduced safety limits.</source>
      <translation>机械臂在缩减的安全限值下工作。</translation>
    </message>
    <message>
      <source>It may move more slowly than its program says.</source>
      <translation>其运动可能比程序规定的慢。</translation>
    </message>
    <message>
      <source>End the reduced mode at the pendant or its safety inputs, unless you mean it.</source>
      <translation>若非有意，在示教器或安全输入处结束缩减模式。</translation>
    </message>
    <message>
      <source>A safeguard holds the arm (safety status {status}).</source>
      <translation>安全防护使机械臂停止（安全状态 {status}）。</translation>
    </message>
    <message>
      <source>The samples are kept, and the recording names the moment.</source>
      <translation>采样保留，录制中注明该时刻。</translation>
    </message>
    <message>
      <source>Close the guard, or release the enabling switch as the cell demands it, then go on at the pendant.</source>
      <translation>关闭防护装置，或按工作单元的要求操作使能开关，然后在示教器上继续。</translation>
    </message>
    <message>
      <source>The controller has stopped the arm for safety (safety status {status}).</source>
      <translation>控制器出于安全停止了机械臂（安全状态 {status}）。</translation>
    </message>
    <message>
      <source>Torsion cannot clear the stop of this arm ({fault:words}).</source>
      <translation>Torsion 无法清除该机械臂的停止状态（{fault:words}）。</translation>
    </message>
    <message>
      <source>To let Torsion move this arm, write motion=allowed behind its address, such as ur:10.0.0.2?motion=allowed.</source>
      <translation>若要让 Torsion 驱动该机械臂，请在其地址后写上 motion=allowed，例如 ur:10.0.0.2?motion=allowed。</translation>
    </message>
    <message>
      <source>Another client of the controller writes the register of the heartbeat (input_int_register_24).</source>
      <translation>控制器的另一个客户端正在写入心跳寄存器（input_int_register_24）。</translation>
    </message>
    <message>
      <source>Usually EtherNet/IP, PROFINET or a second program holds it. Switch the fieldbus off at the pendant (Installation, Fieldbus), end the other program, and connect again.</source>
      <translation>通常由 EtherNet/IP、PROFINET 或另一个程序占用。请在示教器上关闭现场总线（安装设置、现场总线），结束另一个程序，然后重新连接。</translation>
    </message>
    <message>
      <source>Update the controller to PolyScope 3.9, 5.3 or newer.</source>
      <translation>请将控制器更新到 PolyScope 3.9、5.3 或更高版本。</translation>
    </message>
    <message>
      <source>It is one of the ways to stop the arm, and tells whether remote control is on. Nothing has moved.</source>
      <translation>它是停止机械臂的途径之一，并告知远程控制是否开启。机械臂未移动。</translation>
    </message>
    <message>
      <source>On PolyScope 5.10 or newer enable Dashboard Server under Settings, Security, Services.</source>
      <translation>在 PolyScope 5.10 或更高版本上，请在“设置”、“安全”、“服务”中启用仪表板服务器。</translation>
    </message>
    <message>
      <source>The controller is in local control.</source>
      <translation>控制器处于本地控制。</translation>
    </message>
    <message>
      <source>A motion does not begin without it; one that runs is ended, and what was recorded is kept.</source>
      <translation>缺少远程控制时运动不会开始；正在进行的运动被结束，已录制的数据保留。</translation>
    </message>
    <message>
      <source>Switch it to remote control with the button at the top right of the pendant. Where there is no such button, enable it under Settings, System, Remote Control.</source>
      <translation>请用示教器右上角的按钮切换到远程控制。若没有该按钮，请在“设置”、“系统”、“远程控制”中启用。</translation>
    </message>
    <message>
      <source>A program runs at the controller that is not Torsion's.</source>
      <translation>控制器上正在运行的程序不是 Torsion 的。</translation>
    </message>
    <message>
      <source>Stop it at the pendant, then check the arm again.</source>
      <translation>请在示教器上停止它，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>Another program has taken the place of Torsion's.</source>
      <translation>另一个程序取代了 Torsion 的程序。</translation>
    </message>
    <message>
      <source>The arm may still move, under that program. The motion has ended. What was recorded is kept.</source>
      <translation>机械臂可能仍在该程序下运动。本次运动已结束。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Press the emergency stop if it should not. Find out who sent the program.</source>
      <translation>若不应如此，请按急停。请查明程序由谁发送。</translation>
    </message>
    <message>
      <source>On PolyScope 5.10 or newer and on PolyScope X enable Secondary Client Interface under Settings, Security, Services.</source>
      <translation>在 PolyScope 5.10 或更高版本以及 PolyScope X 上，请在“设置”、“安全”、“服务”中启用辅助客户端接口。</translation>
    </message>
    <message>
      <source>Look at the messages at the pendant. Remote control has to be on.</source>
      <translation>请查看示教器上的消息。必须开启远程控制。</translation>
    </message>
    <message>
      <source>The program ended before the motion did, without a stop from this computer.</source>
      <translation>程序在运动完成之前结束，并非由本计算机停止。</translation>
    </message>
    <message>
      <source>The motion has ended. What was recorded is kept.</source>
      <translation>运动已结束。已录制的数据保留。</translation>
    </message>
    <message>
      <source>Look at the log at the pendant, then check the arm again.</source>
      <translation>请查看示教器上的日志，然后重新检查机械臂。</translation>
    </message>
    <message>
      <source>The motion of {seconds} s is too long for one program (more than {limit} pieces).</source>
      <translation>{seconds} s 的运动对于一个程序来说太长（超过 {limit} 段）。</translation>
    </message>
    <message>
      <source>Divide it, or plan a shorter one.</source>
      <translation>请将其分段，或规划更短的运动。</translation>
    </message>
    <message>
      <source>The controller found the arm away from the pose at which its motion begins.</source>
      <translation>控制器发现机械臂不在运动的起始位姿。</translation>
    </message>
    <message>
      <source>The program has ended there. Nothing has moved.</source>
      <translation>程序在此结束。机械臂未移动。</translation>
    </message>
    <message>
      <source>Check the arm again; close the message at the pendant.</source>
      <translation>请重新检查机械臂；在示教器上关闭该消息。</translation>
    </message>
    <message>
      <source>No such controller is emulated for {robot}.</source>
      <translation>没有为 {robot} 模拟这种控制器。</translation>
    </message>
    <message>
      <source>Nothing was started. Possible are: {known}.</source>
      <translation>未启动任何内容。可选：{known}。</translation>
    </message>
    <message>
      <source>The recording {label} is of an arm with {joints} joints.</source>
      <translation>录制 {label} 来自有 {joints} 个关节的机械臂。</translation>
    </message>
    <message>
      <source>An arm of this maker has six; nothing was started.</source>
      <translation>该制造商的机械臂有六个关节；未启动任何内容。</translation>
    </message>
    <message>
      <source>Choose another recording.</source>
      <translation>选择另一个录制。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/verification.toml</name>
    <message>
      <source>Pose {pose} of the path, at {x}, {y}, {z} mm in the base frame, is out of the arm's reach (at best {distance} mm and {angle}° away).</source>
      <translation>路径的位姿 {pose} 位于底座坐标系 {x}, {y}, {z} mm 处，超出机械臂的可达范围（最近相差 {distance} mm 和 {angle}°）。</translation>
    </message>
    <message>
      <source>Move it nearer to the arm, or turn the flange otherwise.</source>
      <translation>使其更靠近机械臂，或将法兰转到其他方向。</translation>
    </message>
    <message>
      <source>An arm with {joints} joint cannot go round a circle.</source>
      <translation>有 {joints} 个关节的机械臂无法走圆。</translation>
    </message>
    <message>
      <source>No circle was planned.</source>
      <translation>未规划圆。</translation>
    </message>
    <message>
      <source>Verify on other motions.</source>
      <translation>用其他运动进行验证。</translation>
    </message>
    <message>
      <source>The centre of the circle is not given as a pose.</source>
      <translation>圆心未以位姿形式给出。</translation>
    </message>
    <message>
      <source>Give a matrix of four rows and four columns that turns and shifts only.</source>
      <translation>给出四行四列、只含转动和平移的矩阵。</translation>
    </message>
    <message>
      <source>The circle passes a singular pose of the arm.</source>
      <translation>该圆经过机械臂的奇异位姿。</translation>
    </message>
    <message>
      <source>Joints would have to move faster than they can.</source>
      <translation>关节的运动将超过其所能达到的速度。</translation>
    </message>
    <message>
      <source>Put the circle elsewhere, or leave its place to the program.</source>
      <translation>将圆放到别处，或由程序决定其位置。</translation>
    </message>
    <message>
      <source>On this circle, or on the way to it, the arm would touch something or be too weak.</source>
      <translation>在该圆上或前往途中，机械臂会碰到物体或力量不足。</translation>
    </message>
    <message>
      <source>No place was found for a circle from here ({places} were looked at).</source>
      <translation>从此处找不到圆的位置（已检查 {places} 处）。</translation>
    </message>
    <message>
      <source>Jog it to a pose with more room around it, or leave the circle out.</source>
      <translation>将其点动到周围空间更大的位姿，或省略圆。</translation>
    </message>
    <message>
      <source>No move to another pose is free of collisions ({tried} were tried).</source>
      <translation>没有到其他位姿的无碰撞移动（已尝试 {tried} 个）。</translation>
    </message>
    <message>
      <source>Jog it to a pose with more room around it, or leave the moves out.</source>
      <translation>将其点动到周围空间更大的位姿，或省略这些移动。</translation>
    </message>
    <message>
      <source>There are {found} limits for {expected} joints.</source>
      <translation>为 {expected} 个关节给出了 {found} 个限值。</translation>
    </message>
    <message>
      <source>Nothing was judged.</source>
      <translation>未进行评判。</translation>
    </message>
    <message>
      <source>Give one for all joints, or one for each.</source>
      <translation>所有关节给出一个，或每个关节给出一个。</translation>
    </message>
    <message>
      <source>No recording was chosen to verify the model on.</source>
      <translation>未选择用于验证模型的录制数据。</translation>
    </message>
    <message>
      <source>Choose one or more.</source>
      <translation>选择一个或多个。</translation>
    </message>
    <message>
      <source>The visit holds no identified model yet.</source>
      <translation>现场记录中尚无辨识出的模型。</translation>
    </message>
    <message>
      <source>There is nothing to verify.</source>
      <translation>没有可验证的内容。</translation>
    </message>
    <message>
      <source>Identify the arm first.</source>
      <translation>先辨识机械臂。</translation>
    </message>
    <message>
      <source>{controller} cannot run any of the motions that were chosen.</source>
      <translation>{controller} 无法运行所选的任何运动。</translation>
    </message>
    <message>
      <source>Choose the moves between poses.</source>
      <translation>选择位姿间的移动。</translation>
    </message>
    <message>
      <source>On {recording} the error of {joints} is beyond its limit (up to {relative_error:%} of the torque while moving).</source>
      <translation>在 {recording} 上，{joints} 的误差超出其限值（运动时最多为力矩的 {relative_error:%}）。</translation>
    </message>
    <message>
      <source>{recording} was used in the fit: how well the model does on it says little.</source>
      <translation>{recording} 已用于拟合：模型在其上的表现说明不了什么。</translation>
    </message>
    <message>
      <source>{joints} hardly moved, so that nothing is said about them.</source>
      <translation>{joints} 几乎没有运动，因此不作评判。</translation>
    </message>
    <message>
      <source>The error of {joints} on {recording} is no number. Values are missing, or too large for an arm.</source>
      <translation>{joints} 在 {recording} 上的误差不是数值：有缺失的值，或对机械臂而言过大的值。</translation>
    </message>
  </context>
  <context>
    <name>resources/words/visits.toml</name>
    <message>
      <source>There is no file {file}.</source>
      <translation>没有文件 {file}。</translation>
    </message>
    <message>
      <source>Check the name and folder.</source>
      <translation>检查名称和文件夹。</translation>
    </message>
    <message>
      <source>No visit was made.</source>
      <translation>未创建现场记录。</translation>
    </message>
    <message>
      <source>Make the folder, or choose another place.</source>
      <translation>创建该文件夹，或选择其他位置。</translation>
    </message>
    <message>
      <source>{file} exists already.</source>
      <translation>{file} 已存在。</translation>
    </message>
    <message>
      <source>A visit never replaces a file.</source>
      <translation>现场记录绝不替换已有文件。</translation>
    </message>
    <message>
      <source>Choose another name or open it.</source>
      <translation>选择其他名称，或打开它。</translation>
    </message>
    <message>
      <source>{file} is not a visit file.</source>
      <translation>{file} 不是现场记录文件。</translation>
    </message>
    <message>
      <source>Choose a file that Torsion made.</source>
      <translation>选择由 Torsion 创建的文件。</translation>
    </message>
    <message>
      <source>{file} was written by a newer program ({software}).</source>
      <translation>{file} 由较新的程序写入（{software}）。</translation>
    </message>
    <message>
      <source>This version cannot read it; nothing was changed.</source>
      <translation>此版本无法读取；未作任何更改。</translation>
    </message>
    <message>
      <source>{file} has the old form {schema}, which this version no longer converts.</source>
      <translation>{file} 为旧格式 {schema}，此版本已不再转换。</translation>
    </message>
    <message>
      <source>Open it once with an older version.</source>
      <translation>先用旧版本打开一次。</translation>
    </message>
    <message>
      <source>Another program is changing {file}: {program}, process {process}, since {since:moment}.</source>
      <translation>另一个程序正在更改 {file}：{program}，进程 {process}，自 {since:moment} 起。</translation>
    </message>
    <message>
      <source>Wait until it is done, or close it, and try again.</source>
      <translation>请等待其完成或将其关闭，然后重试。</translation>
    </message>
    <message>
      <source>Another program has {file} open, so it cannot be replaced.</source>
      <translation>{file} 被其他程序打开，无法替换。</translation>
    </message>
    <message>
      <source>The visit is as it was before.</source>
      <translation>现场记录保持不变。</translation>
    </message>
    <message>
      <source>{file} is damaged and cannot be read ({reason}).</source>
      <translation>{file} 已损坏，无法读取（{reason}）。</translation>
    </message>
    <message>
      <source>Use a copy or a backup.</source>
      <translation>使用副本或备份。</translation>
    </message>
    <message>
      <source>Stored values do not form a {kind}.</source>
      <translation>存储的值不构成 {kind}。</translation>
    </message>
    <message>
      <source>They were not used.</source>
      <translation>未使用这些值。</translation>
    </message>
    <message>
      <source>Check which program wrote them.</source>
      <translation>检查是哪个程序写入的。</translation>
    </message>
    <message>
      <source>The visit has a recording named {label} already.</source>
      <translation>现场记录中已有名为 {label} 的录制数据。</translation>
    </message>
    <message>
      <source>Nothing was changed; stored recordings are never replaced.</source>
      <translation>未作任何更改；已存储的录制数据绝不会被替换。</translation>
    </message>
    <message>
      <source>Give the new one another label.</source>
      <translation>为新数据另取标签。</translation>
    </message>
    <message>
      <source>'{label}' cannot name a recording.</source>
      <translation>“{label}”不能用作录制数据的名称。</translation>
    </message>
    <message>
      <source>Choose a plain name.</source>
      <translation>选择简单的名称。</translation>
    </message>
    <message>
      <source>The visit has no recording {label}.</source>
      <translation>现场记录中没有录制数据 {label}。</translation>
    </message>
    <message>
      <source>It has: {labels}.</source>
      <translation>现有：{labels}。</translation>
    </message>
    <message>
      <source>The visit has no recording {labels}.</source>
      <translation>现场记录中没有录制数据 {labels}。</translation>
    </message>
    <message>
      <source>{file} holds no recording yet.</source>
      <translation>{file} 尚无录制数据。</translation>
    </message>
    <message>
      <source>There is nothing to analyse.</source>
      <translation>没有可分析的内容。</translation>
    </message>
    <message>
      <source>Import a recording, or make one.</source>
      <translation>导入录制数据，或录制数据。</translation>
    </message>
    <message>
      <source>These recordings have no joint with both encoders: {labels}.</source>
      <translation>这些录制数据中没有带双编码器的关节：{labels}。</translation>
    </message>
    <message>
      <source>The twist of a gear is the difference between its two encoders.</source>
      <translation>减速器扭转是其两个编码器之差。</translation>
    </message>
    <message>
      <source>Choose among those that have: {known}.</source>
      <translation>从具备双编码器的数据中选择：{known}。</translation>
    </message>
    <message>
      <source>No recording of the visit has a joint with both encoders.</source>
      <translation>现场记录中没有任何录制数据含带双编码器的关节。</translation>
    </message>
    <message>
      <source>The twist of a gear is the difference between {needed}; {recording} has {has}. Nothing was computed.</source>
      <translation>齿轮扭转是 {needed} 之差；{recording} 中有 {has}。未进行计算。</translation>
    </message>
    <message>
      <source>Record motor and link encoders together.</source>
      <translation>同时录制电机侧编码器和连杆侧编码器。</translation>
    </message>
    <message>
      <source>The gears of this robot are locked at their output.</source>
      <translation>此机器人的减速器在输出端被锁定。</translation>
    </message>
    <message>
      <source>They need no model of the arm, and nothing is fitted that could be validated.</source>
      <translation>无需机械臂模型，也没有可验证的拟合。</translation>
    </message>
    <message>
      <source>Name the recordings alone.</source>
      <translation>只指定录制数据。</translation>
    </message>
    <message>
      <source>The visit has no result {key}.</source>
      <translation>现场记录中没有结果 {key}。</translation>
    </message>
    <message>
      <source>It has: {keys}.</source>
      <translation>现有：{keys}。</translation>
    </message>
    <message>
      <source>The recording {label} is empty.</source>
      <translation>录制数据 {label} 为空。</translation>
    </message>
    <message>
      <source>It was not stored.</source>
      <translation>未存储该数据。</translation>
    </message>
    <message>
      <source>Check the rows that were chosen.</source>
      <translation>检查所选的行。</translation>
    </message>
    <message>
      <source>The columns of the recording {label} have different lengths or joints ({quantity}).</source>
      <translation>录制数据 {label} 的列长度或关节数不一致（{quantity}）。</translation>
    </message>
    <message>
      <source>Check the layout it was read with.</source>
      <translation>检查读取时所用的布局。</translation>
    </message>
    <message>
      <source>The clock of the recording {label} runs backwards.</source>
      <translation>录制数据 {label} 的时钟倒退。</translation>
    </message>
    <message>
      <source>Import it again.</source>
      <translation>重新导入。</translation>
    </message>
    <message>
      <source>There is no visit {file}, but recordings that belong to it lie beside its place ({parts}).</source>
      <translation>没有现场记录 {file}，但其位置旁有属于它的录制数据（{parts}）。</translation>
    </message>
    <message>
      <source>They were not taken into any visit; nothing was changed.</source>
      <translation>未将其纳入任何现场记录；未作任何更改。</translation>
    </message>
    <message>
      <source>Put the visit back under this name, or make a new one of this name: it takes them in.</source>
      <translation>将该现场记录以此名称放回，或新建同名现场记录：它会将这些数据纳入。</translation>
    </message>
    <message>
      <source>The recording {file} is still being made.</source>
      <translation>录制 {file} 仍在进行。</translation>
    </message>
    <message>
      <source>The unfinished recording {file} cannot be read.</source>
      <translation>未完成的录制数据 {file} 无法读取。</translation>
    </message>
    <message>
      <source>The file was left where it is; the rest of the visit is untouched.</source>
      <translation>文件留在原处；现场记录的其余部分未受影响。</translation>
    </message>
    <message>
      <source>Keep the file and have it looked at, or remove it if it is not needed.</source>
      <translation>保留该文件并请人检查，或在不需要时将其删除。</translation>
    </message>
    <message>
      <source>The unfinished recording {file} was written by a newer program ({software}).</source>
      <translation>未完成的录制数据 {file} 由较新的程序写入（{software}）。</translation>
    </message>
    <message>
      <source>It was left where it is.</source>
      <translation>文件留在原处。</translation>
    </message>
    <message>
      <source>Update Torsion and open the visit again.</source>
      <translation>更新 Torsion，然后重新打开现场记录。</translation>
    </message>
    <message>
      <source>The unfinished recording {file} could not be taken into the visit ({reason}).</source>
      <translation>未完成的录制数据 {file} 无法纳入现场记录（{reason}）。</translation>
    </message>
    <message>
      <source>It was left where it is; the rest of the visit is untouched.</source>
      <translation>文件留在原处；现场记录的其余部分未受影响。</translation>
    </message>
    <message>
      <source>Make room on the disk and see that the folder can be written, then open the visit again.</source>
      <translation>在磁盘上腾出空间，确认该文件夹可写入，然后重新打开现场记录。</translation>
    </message>
    <message>
      <source>{file} is a link that leads nowhere, a pipe or a device, not a plain file.</source>
      <translation>{file} 是无效链接、管道或设备，不是普通文件。</translation>
    </message>
    <message>
      <source>It was not opened; nothing was read or changed.</source>
      <translation>没有打开它；没有读取或更改任何内容。</translation>
    </message>
    <message>
      <source>Name the file itself, or remove what is in its place.</source>
      <translation>请指定文件本身，或移除占据其位置的东西。</translation>
    </message>
    <message>
      <source>{file} leads to other files or programs.</source>
      <translation>{file} 指向其他文件或程序。</translation>
    </message>
    <message>
      <source>Nothing outside it was read, and nothing was changed.</source>
      <translation>没有读取它之外的任何内容，也没有更改任何内容。</translation>
    </message>
    <message>
      <source>No visit does this; ask who sent the file. What is whole in it can be rescued into a new visit (torsion rescue).</source>
      <translation>正常的现场记录文件不会这样；请询问文件的发送者。其中完整的内容可以救援到新的现场记录中（torsion rescue）。</translation>
    </message>
    <message>
      <source>{file} is damaged in places.</source>
      <translation>{file} 有部分损坏。</translation>
    </message>
    <message>
      <source>Nothing was changed; what is whole in it can still be read.</source>
      <translation>没有更改任何内容；其中完整的部分仍可读取。</translation>
    </message>
    <message>
      <source>Use a backup, or rescue what is whole into a new visit (torsion rescue).</source>
      <translation>请使用备份，或将完整的内容救援到新的现场记录中（torsion rescue）。</translation>
    </message>
    <message>
      <source>{file} is damaged and is not written to.</source>
      <translation>{file} 已损坏，不会写入。</translation>
    </message>
    <message>
      <source>Rescue what is whole into a new visit (torsion rescue), and go on in that one.</source>
      <translation>请将完整的内容救援到新的现场记录中（torsion rescue），并在其中继续。</translation>
    </message>
    <message>
      <source>The clock of the recording {label} spans {seconds} s, far more than its samples do.</source>
      <translation>录制数据 {label} 的时钟跨度为 {seconds} s，远远超过其样本所及。</translation>
    </message>
    <message>
      <source>Choose the rows of one run, or correct the clock.</source>
      <translation>请只选择一次运行的行，或更正时钟。</translation>
    </message>
    <message>
      <source>{file} is no catalogue of visits.</source>
      <translation>{file} 不是访问记录目录。</translation>
    </message>
    <message>
      <source>Name another file, or none: every user has a catalogue.</source>
      <translation>请指定其他文件，或不指定：每个用户都有一个目录。</translation>
    </message>
    <message>
      <source>The catalogue {file} is damaged ({reason}).</source>
      <translation>目录 {file} 已损坏（{reason}）。</translation>
    </message>
    <message>
      <source>The visits themselves are not concerned.</source>
      <translation>访问记录本身不受影响。</translation>
    </message>
    <message>
      <source>Delete the catalogue and scan the folders again.</source>
      <translation>请删除该目录并重新扫描文件夹。</translation>
    </message>
    <message>
      <source>The catalogue {file} cannot be used ({reason}).</source>
      <translation>无法使用目录 {file}（{reason}）。</translation>
    </message>
    <message>
      <source>Keep it on a disk of this computer with room, and wait for other scans to end.</source>
      <translation>请将其放在本计算机有空间的磁盘上，并等待其他扫描结束。</translation>
    </message>
    <message>
      <source>No visit is found for {visits}.</source>
      <translation>没有找到与 {visits} 相符的现场记录。</translation>
    </message>
    <message>
      <source>Name a folder with visits, or words that a visit of the catalogue has; torsion fleet scan fills it.</source>
      <translation>请指定含现场记录的文件夹，或目录库中记录所含的词；torsion fleet scan 可填充目录库。</translation>
    </message>
    <message>
      <source>{file} holds no recording to identify a model from.</source>
      <translation>{file} 中没有可用于辨识模型的录制数据。</translation>
    </message>
    <message>
      <source>Nothing was stored in it.</source>
      <translation>没有在其中存入任何内容。</translation>
    </message>
    <message>
      <source>It takes a run of the bare arm in which the joints move.</source>
      <translation>需要一次各关节运动的空载机械臂运行。</translation>
    </message>
    <message>
      <source>{file} has no model that gives the loads of the gears.</source>
      <translation>{file} 中没有给出减速器负载的模型。</translation>
    </message>
    <message>
      <source>Run torsion batch identify on the same visits first.</source>
      <translation>请先对同样的现场记录运行 torsion batch identify。</translation>
    </message>
    <message>
      <source>The process that worked on {file} ended twice without an answer.</source>
      <translation>处理 {file} 的进程两次未给出结果就结束了。</translation>
    </message>
    <message>
      <source>Nothing was stored in it; the other visits are not concerned.</source>
      <translation>没有在其中存入任何内容；其他现场记录不受影响。</translation>
    </message>
    <message>
      <source>Run the same command again; where it happens again memory may be short: take fewer processes.</source>
      <translation>请再次运行同一命令；若再次发生，可能是内存不足：请减少进程数。</translation>
    </message>
    <message>
      <source>Computing on a cluster takes a package that is not installed.</source>
      <translation>在集群上计算需要一个尚未安装的软件包。</translation>
    </message>
    <message>
      <source>Install it with pip install torsion[cluster], or compute with --on processes:N.</source>
      <translation>请用 pip install torsion[cluster] 安装，或用 --on processes:N 计算。</translation>
    </message>
    <message>
      <source>Writing Parquet takes a package that is not installed.</source>
      <translation>写 Parquet 需要未安装的软件包。</translation>
    </message>
    <message>
      <source>Install it with pip install torsion[tables], or save as CSV or JSON.</source>
      <translation>用 pip install torsion[tables] 安装，或保存为 CSV 或 JSON。</translation>
    </message>
    <message>
      <source>No Dask scheduler answers at {address} ({reason}).</source>
      <translation>{address} 处没有 Dask 调度器应答（{reason}）。</translation>
    </message>
    <message>
      <source>Start one with dask scheduler, check the address, or compute with --on processes:N.</source>
      <translation>请用 dask scheduler 启动一个，检查地址，或用 --on processes:N 计算。</translation>
    </message>
    <message>
      <source>{visits} visits to {arms} arms cannot be made.</source>
      <translation>无法为 {arms} 台机械臂生成 {visits} 次访问。</translation>
    </message>
    <message>
      <source>Ask for one arm or more, and for at least one visit to each.</source>
      <translation>请要求至少一台机械臂，且每台至少一次访问。</translation>
    </message>
    <message>
      <source>Nothing in {file} is whole.</source>
      <translation>{file} 中没有完整的内容。</translation>
    </message>
    <message>
      <source>No new visit was made; nothing was changed.</source>
      <translation>没有新建现场记录；没有更改任何内容。</translation>
    </message>
    <message>
      <source>this is a {found} where {expected} is wanted</source>
      <translation>此处是 {found}，应为 {expected}</translation>
    </message>
    <message>
      <source>not a possible {kind} ({reason})</source>
      <translation>不是可用的 {kind}（{reason}）</translation>
    </message>
    <message>
      <source>missing, and {kind} needs it</source>
      <translation>缺失，而 {kind} 需要它</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>缺失</translation>
    </message>
    <message>
      <source>a link into another file</source>
      <translation>指向另一个文件的链接</translation>
    </message>
    <message>
      <source>a link in place of what was stored</source>
      <translation>所存内容被链接取代</translation>
    </message>
    <message>
      <source>a link of an unknown kind</source>
      <translation>未知类型的链接</translation>
    </message>
    <message>
      <source>its values are in another file ({target})</source>
      <translation>其数值在另一个文件中（{target}）</translation>
    </message>
    <message>
      <source>its values are put together from other files</source>
      <translation>其数值由其他文件拼成</translation>
    </message>
    <message>
      <source>it can only be read by another program (filter {number})</source>
      <translation>只能用其他程序读取（过滤器 {number}）</translation>
    </message>
    <message>
      <source>values of a kind that no visit has</source>
      <translation>现场记录中不会有的数值类型</translation>
    </message>
    <message>
      <source>it is there under two names</source>
      <translation>以两个名称存在</translation>
    </message>
    <message>
      <source>groups inside groups, deeper than in any visit</source>
      <translation>组的嵌套比任何现场记录都深</translation>
    </message>
    <message>
      <source>neither a group nor values</source>
      <translation>既不是组也不是数值</translation>
    </message>
    <message>
      <source>it says that it is larger than the file can hold</source>
      <translation>声称的大小超过文件所能容纳</translation>
    </message>
    <message>
      <source>this is not what was stored; its digest does not fit</source>
      <translation>这不是当初所存的内容；摘要不符</translation>
    </message>
    <message>
      <source>the digest of what was stored is gone</source>
      <translation>所存内容的摘要丢失</translation>
    </message>
    <message>
      <source>the file is not as it was written; its seal does not fit</source>
      <translation>文件与写入时不同；封印不符</translation>
    </message>
    <message>
      <source>another program has changed the file, or its end is gone</source>
      <translation>其他程序更改了文件，或文件末尾丢失</translation>
    </message>
    <message>
      <source>another program has put it there</source>
      <translation>由其他程序放入</translation>
    </message>
    <message>
      <source>two recordings are named {label}</source>
      <translation>有两份录制数据名为 {label}</translation>
    </message>
    <message>
      <source>this cannot name a recording</source>
      <translation>这不能作为录制数据的名称</translation>
    </message>
    <message>
      <source>this is no group</source>
      <translation>这不是组</translation>
    </message>
    <message>
      <source>these are no values</source>
      <translation>这不是数值</translation>
    </message>
    <message>
      <source>this is no text</source>
      <translation>这不是文本</translation>
    </message>
    <message>
      <source>it cannot be read ({reason})</source>
      <translation>无法读取（{reason}）</translation>
    </message>
    <message>
      <source>it says something about samples that are not there</source>
      <translation>涉及并不存在的样本</translation>
    </message>
    <message>
      <source>times that do not increase, or none</source>
      <translation>时间不递增，或没有时间</translation>
    </message>
    <message>
      <source>its times span {seconds} s, far more than its samples do</source>
      <translation>其时间跨度为 {seconds} s，远远超过其样本所及</translation>
    </message>
    <message>
      <source>no columns, or columns of different numbers of joints</source>
      <translation>没有列，或各列的关节数不同</translation>
    </message>
  </context>
</TS>
