; The installer for Windows, made with Inno Setup 6.3 or newer:
;   py packaging\run.py build
;   iscc /DVersion=0.1.0 packaging\windows\torsion.iss
; For one user and without an administrator, unless somebody chooses "for all users" or starts it with /ALLUSERS.
; Silently: Torsion-0.1.0-setup.exe /VERYSILENT /CURRENTUSER

#ifndef Version
  #error Say which version: iscc /DVersion=0.1.0 torsion.iss
#endif

[Setup]
AppId={{5B0C1B62-6E0C-4B52-9C0B-5E1F6B1D6A55}
AppName=Torsion
AppVersion={#Version}
AppPublisher=Torsion
DefaultDirName={autopf}\Torsion
DefaultGroupName=Torsion
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\resources\icons\torsion.ico
UninstallDisplayIcon={app}\torsion-window.exe
OutputDir=..\..\dist
OutputBaseFilename=Torsion-{#Version}-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "Let a console find the command torsion"; Flags: unchecked

[InstallDelete]
; a library of an older version must not be found by the newer one
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\torsion\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Torsion"; Filename: "{app}\torsion-window.exe"; WorkingDir: "{userdocs}"
Name: "{autodesktop}\Torsion"; Filename: "{app}\torsion-window.exe"; WorkingDir: "{userdocs}"; Tasks: desktopicon

[Registry]
; .h5 belongs to many programs: Torsion offers itself under "Open with" and does not take it over
Root: HKA; Subkey: "Software\Classes\.h5\OpenWithProgids"; ValueType: string; ValueName: "Torsion.visit"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Torsion.visit"; ValueType: string; ValueName: ""; ValueData: "Torsion visit"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Torsion.visit\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\torsion-window.exe,0"
Root: HKA; Subkey: "Software\Classes\Torsion.visit\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\torsion-window.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath

[Run]
Filename: "{app}\torsion.exe"; Parameters: "self-test"; Description: "Check that everything works on this computer"; Flags: postinstall unchecked skipifsilent
Filename: "{app}\torsion-window.exe"; Description: "{cm:LaunchProgram,Torsion}"; Flags: postinstall nowait skipifsilent

[UninstallDelete]
; compiled kernels; visits, settings and the log stay
Type: filesandordirs; Name: "{localappdata}\torsion\Cache\kernels"

[Code]
function NotOnPath: Boolean;
var
  Path: string;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';') = 0;
end;
