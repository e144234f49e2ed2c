// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"

#include "engine/base/text.h"

#include <new>
#include <stdexcept>
#include <utility>

namespace weightless {

namespace {

constexpr size_t longestMessage = 4000;

} // namespace

std::string_view toString(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::InvalidArgument:
        return "InvalidArgument";
    case ErrorKind::InvalidState:
        return "InvalidState";
    case ErrorKind::Unsupported:
        return "Unsupported";
    case ErrorKind::OutOfMemory:
        return "OutOfMemory";
    case ErrorKind::DeviceLost:
        return "DeviceLost";
    case ErrorKind::Io:
        return "Io";
    case ErrorKind::Cancelled:
        return "Cancelled";
    case ErrorKind::Internal:
        break;
    }
    return "Internal";
}

Error::Error(ErrorKind kind, std::string message)
    : m_kind(kind)
    , m_message(message.size() <= longestMessage ? std::move(message) : shortened(message, longestMessage))
{
}

Error currentError()
{
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return {ErrorKind::OutOfMemory, "The process ran out of CPU memory"};
    } catch (const std::length_error&) { // more than any memory, from a container of the standard library
        return {ErrorKind::OutOfMemory, "The process ran out of CPU memory"};
    } catch (const std::exception& error) {
        return {ErrorKind::Internal, error.what()};
    } catch (...) {
        return {ErrorKind::Internal, "An unknown exception was thrown"};
    }
}

} // namespace weightless
