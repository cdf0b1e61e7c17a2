        column[0] = TORSION_TWO_OVER_PI * atan(torsion_kv[i] * v);
        column[1] = TORSION_TWO_OVER_PI * atan(torsion_kd[i] * v);
        column[2] = v;
