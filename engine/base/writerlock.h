// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputsystem.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace weightless {

// Held while the files of one output are written. It is a file beside it ("model.onnx.lock") that the system
// keeps locked for as long as this exists, also when the process is killed; the file goes with it. What is
// written while it is held should be noted in it, so that the next holder can clear up after a killed one.
class WriterLock {
public:
    // What every note begins with: a file that says something else is no lock, and somebody's own.
    static constexpr std::string_view mark = "weightless ";

    // Io, naming the target, when somebody else (of this process or another) is writing it, and when the
    // lock's name is that of another file, which stays as it is.
    explicit WriterLock(const std::filesystem::path& target, OutputSystem& system = OutputSystem::native());
    ~WriterLock();
    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;

    // What a holder noted that did not get as far as its destructor; empty otherwise.
    [[nodiscard]] const std::string& abandonedNote() const { return m_abandonedNote; }

    // Replaces what is noted. It begins with the mark. Io.
    void note(std::string_view text);

    // The file stays when the lock goes, with its note for the next holder.
    void keepNote() { m_keepsNote = true; }

private:
    OutputSystem& m_system;
    std::filesystem::path m_path;
    intptr_t m_handle = 0;
    std::string m_abandonedNote;
    bool m_keepsNote = false;
};

} // namespace weightless
