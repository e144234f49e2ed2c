// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace weightless {

// What a caller can do about a failure decides its kind; the message tells the user which thing failed.
enum class ErrorKind {
    InvalidArgument, // the caller passed something wrong; nothing changed
    InvalidState, // right call, wrong moment (dispatch with unset constants, use after destroy)
    Unsupported, // valid, but this build or device cannot do it
    OutOfMemory,
    DeviceLost,
    Io, // reading or writing a file or the network
    Cancelled,
    Internal, // a bug of ours
};

[[nodiscard]] std::string_view toString(ErrorKind kind);

// The engine's only exception type. The message names the thing (tensor, node, file), what was expected, what
// was found and, where it helps, what to do. It is one line without a trailing full stop or line break; one
// of more than 4,000 code points loses its middle, since names in it come from files.
class Error : public std::exception {
public:
    Error(ErrorKind kind, std::string message);

    [[nodiscard]] ErrorKind kind() const noexcept { return m_kind; }
    [[nodiscard]] const std::string& message() const noexcept { return m_message; }
    [[nodiscard]] const char* what() const noexcept override { return m_message.c_str(); }

private:
    ErrorKind m_kind;
    std::string m_message;
};

// Turns whatever is in flight into an Error: an Error stays itself, std::bad_alloc and std::length_error
// become OutOfMemory, anything else Internal. Call it inside a catch block only.
[[nodiscard]] Error currentError();

} // namespace weightless
