; SPDX-FileCopyrightText: 2026 The Weightless developers
; SPDX-License-Identifier: GPL-3.0-or-later
;
; The folder of the programs on PATH, of the user or of all. The system's own calls do it: NSIS cuts strings at 1,024 characters,
; and a PATH that was cut is a machine that was broken. Where anything is not as expected, PATH stays as it is.

!define PATH_BYTES 65536
!define KEY_READ_WRITE 0x2001F
!define REG_EXPAND_SZ 2
!define ERROR_FILE_NOT_FOUND 2

; $0: the key, or 0. $1: a buffer with ";PATH;". $2: where ";FOLDER;" is in it, or 0.
!macro OpenPath
    System::Alloc ${PATH_BYTES}
    Pop $1
    ${If} $MultiUser.InstallMode == AllUsers
        System::Call 'advapi32::RegOpenKeyExW(p 0x80000002, w "SYSTEM\CurrentControlSet\Control\Session Manager\Environment", i 0, i ${KEY_READ_WRITE}, *p .r0) i .r3'
    ${Else}
        System::Call 'advapi32::RegOpenKeyExW(p 0x80000001, w "Environment", i 0, i ${KEY_READ_WRITE}, *p .r0) i .r3'
    ${EndIf}
    ${If} $3 == 0
        IntOp $4 ${PATH_BYTES} - 4096 ; room for the folder
        IntPtrOp $5 $1 + 2
        System::Call 'kernel32::lstrcpyW(p r1, w ";")'
        System::Call 'advapi32::RegQueryValueExW(p r0, w "Path", p 0, p 0, p r5, *i r4) i .r3'
        ${If} $3 == 0
        ${OrIf} $3 == ${ERROR_FILE_NOT_FOUND}
            System::Call 'kernel32::lstrlenW(p r1) i .r3'
            ${If} $3 > 1
                System::Call 'kernel32::lstrcatW(p r1, w ";")'
            ${EndIf}
            System::Call 'shlwapi::StrStrIW(p r1, w ";$INSTDIR;") p .r2'
        ${Else}
            System::Call 'advapi32::RegCloseKey(p r0)'
            StrCpy $0 0
        ${EndIf}
    ${Else}
        StrCpy $0 0
    ${EndIf}
!macroend

; What is between the first and the last semicolon of the buffer.
!macro WritePath
    System::Call 'kernel32::lstrlenW(p r1) i .r3'
    IntOp $4 $3 - 1
    IntOp $4 $4 * 2
    IntPtrOp $5 $1 + $4
    System::Call '*$5(&i2 0)' ; the last one becomes the end
    IntPtrOp $5 $1 + 2
    ${If} $3 > 2
        System::Call 'advapi32::RegSetValueExW(p r0, w "Path", i 0, i ${REG_EXPAND_SZ}, p r5, i r4)'
    ${Else}
        System::Call 'advapi32::RegDeleteValueW(p r0, w "Path")'
    ${EndIf}
    System::Call 'user32::SendMessageTimeoutW(p 0xFFFF, i 0x1A, p 0, w "Environment", i 2, i 5000, p 0)'
!macroend

!macro ClosePath
    ${If} $0 != 0
        System::Call 'advapi32::RegCloseKey(p r0)'
    ${EndIf}
    System::Free $1
!macroend

!macro AddToPath
    !insertmacro OpenPath
    ${If} $0 != 0
    ${AndIf} $2 == 0
        System::Call 'kernel32::lstrcatW(p r1, w "$INSTDIR;")'
        !insertmacro WritePath
    ${EndIf}
    !insertmacro ClosePath
!macroend

!macro RemoveFromPath
    !insertmacro OpenPath
    ${If} $0 != 0
    ${AndIf} $2 != 0
        StrLen $3 "$INSTDIR;"
        IntOp $3 $3 * 2
        IntPtrOp $4 $2 + $3
        System::Call 'kernel32::lstrlenW(p r4) i .r5'
        IntOp $5 $5 + 1
        IntOp $5 $5 * 2
        System::Call 'kernel32::RtlMoveMemory(p r2, p r4, p r5)'
        !insertmacro WritePath
    ${EndIf}
    !insertmacro ClosePath
!macroend
