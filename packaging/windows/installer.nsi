; SPDX-FileCopyrightText: 2026 The Weightless developers
; SPDX-License-Identifier: GPL-3.0-or-later
;
; WINDOW (whether there is one), VERSION, SIZE (KiB), TREE, OUT and LISTS (of files to install and to remove) come from installer.sh. Silent: /S, with
; /AllUsers or /CurrentUser, /NoAssociation, /Path, and /D=FOLDER as the last word. What an earlier one was told stands.
Unicode true
Target amd64-unicode ; the 32-bit one needs a 32-bit system beside Windows' own
SetCompressor /SOLID lzma
SetDateSave off
Name "Weightless"
OutFile "${OUT}"
BrandingText "Weightless ${VERSION}"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Weightless"
!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_MUI
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_INSTALLMODE_INSTDIR Weightless
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${UNINSTALL}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME InstallLocation
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${UNINSTALL}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME InstallLocation
!define MULTIUSER_USE_PROGRAMFILES64
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include Sections.nsh
!include "${HERE}/path.nsh"

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${TREE}/LICENSE.txt"
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName Weightless
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs Weightless"
VIAddVersionKey LegalCopyright GPL-3.0-or-later

!define SHCNE_ASSOCCHANGED 0x08000000
!macro TellExplorer
    System::Call 'shell32::SHChangeNotify(i ${SHCNE_ASSOCCHANGED}, i 0, p 0, p 0)'
!macroend

; The uninstaller of what is there goes first, in place (_?=): files that this version no longer has do not stay.
!macro RemoveEarlier
    ReadRegStr $0 SHCTX "${UNINSTALL}" InstallLocation
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\uninstall.exe"
        ExecWait '"$0\uninstall.exe" /S /$MultiUser.InstallMode _?=$0'
    ${EndIf}
!macroend

Section "Weightless" Program
    SectionIn RO
    !insertmacro RemoveEarlier
    !include "${LISTS}/install.nsh"
    SetOutPath "$INSTDIR"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    WriteRegStr SHCTX "${UNINSTALL}" DisplayName Weightless
    WriteRegStr SHCTX "${UNINSTALL}" DisplayVersion "${VERSION}"
    WriteRegStr SHCTX "${UNINSTALL}" Publisher "The Weightless developers"
    WriteRegStr SHCTX "${UNINSTALL}" DisplayIcon "$INSTDIR\weightless.exe"
    WriteRegStr SHCTX "${UNINSTALL}" InstallLocation "$INSTDIR"
    WriteRegStr SHCTX "${UNINSTALL}" UninstallString '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
    WriteRegStr SHCTX "${UNINSTALL}" QuietUninstallString '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
    WriteRegDWORD SHCTX "${UNINSTALL}" EstimatedSize ${SIZE}
    WriteRegDWORD SHCTX "${UNINSTALL}" NoModify 1
    WriteRegDWORD SHCTX "${UNINSTALL}" NoRepair 1
SectionEnd

!ifdef WINDOW
Section "Start menu entry" StartMenu
    CreateShortcut "$SMPROGRAMS\Weightless.lnk" "$INSTDIR\weightless.exe"
SectionEnd
!endif

Section /o "Command line on PATH" Path
    !insertmacro AddToPath
    WriteRegDWORD SHCTX "${UNINSTALL}" OnPath 1
SectionEnd

!ifdef WINDOW
Section "Open .onnx files" Association
    WriteRegStr SHCTX "Software\Classes\Weightless.onnx" "" "ONNX model"
    WriteRegStr SHCTX "Software\Classes\Weightless.onnx\DefaultIcon" "" "$INSTDIR\weightless.exe,0"
    WriteRegStr SHCTX "Software\Classes\Weightless.onnx\shell\open\command" "" '"$INSTDIR\weightless.exe" "%1"'
    WriteRegStr SHCTX "Software\Classes\.onnx\OpenWithProgids" "Weightless.onnx" ""
    ; Another program's choice stays.
    ReadRegStr $0 SHCTX "Software\Classes\.onnx" ""
    ${If} $0 == ""
        WriteRegStr SHCTX "Software\Classes\.onnx" "" "Weightless.onnx"
    ${EndIf}
    !insertmacro TellExplorer
SectionEnd

Section -Choices
    ${IfNot} ${SectionIsSelected} ${Association}
        WriteRegDWORD SHCTX "${UNINSTALL}" NoAssociation 1
    ${EndIf}
SectionEnd
!endif

LangString ProgramText ${LANG_ENGLISH} "The window and the command line."
LangString StartMenuText ${LANG_ENGLISH} "An entry in the start menu."
LangString PathText ${LANG_ENGLISH} "weightless-cli is found wherever a command is typed."
LangString AssociationText ${LANG_ENGLISH} "Models open in Weightless, unless another program has them already."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${Program} $(ProgramText)
    !insertmacro MUI_DESCRIPTION_TEXT ${Path} $(PathText)
!ifdef WINDOW
    !insertmacro MUI_DESCRIPTION_TEXT ${StartMenu} $(StartMenuText)
    !insertmacro MUI_DESCRIPTION_TEXT ${Association} $(AssociationText)
!endif
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
    SetRegView 64
    !insertmacro MULTIUSER_INIT
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/Path" $1
    ${IfNot} ${Errors}
        !insertmacro SelectSection ${Path}
    ${EndIf}
    ReadRegDWORD $0 SHCTX "${UNINSTALL}" OnPath
    ${If} $0 == 1
        !insertmacro SelectSection ${Path}
    ${EndIf}
!ifdef WINDOW
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/NoAssociation" $1
    ${IfNot} ${Errors}
        !insertmacro UnselectSection ${Association}
    ${EndIf}
    ReadRegDWORD $0 SHCTX "${UNINSTALL}" NoAssociation
    ${If} $0 == 1
        !insertmacro UnselectSection ${Association}
    ${EndIf}
!endif
FunctionEnd

Function un.onInit
    SetRegView 64
    !insertmacro MULTIUSER_UNINIT
FunctionEnd

Section Uninstall
    !insertmacro RemoveFromPath
    !include "${LISTS}/uninstall.nsh"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Weightless.lnk"
    ReadRegStr $0 SHCTX "Software\Classes\.onnx" ""
    ${If} $0 == "Weightless.onnx"
        DeleteRegValue SHCTX "Software\Classes\.onnx" ""
    ${EndIf}
    DeleteRegValue SHCTX "Software\Classes\.onnx\OpenWithProgids" "Weightless.onnx"
    DeleteRegKey /ifempty SHCTX "Software\Classes\.onnx\OpenWithProgids"
    DeleteRegKey /ifempty SHCTX "Software\Classes\.onnx"
    DeleteRegKey SHCTX "Software\Classes\Weightless.onnx"
    DeleteRegKey SHCTX "${UNINSTALL}"
    !insertmacro TellExplorer
SectionEnd
