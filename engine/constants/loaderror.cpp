// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaderror.h"

#include "engine/constants/conversion/elementconversion.h"

#include <exception>
#include <new>
#include <string>

namespace weightless {

Error notSet(const ConstantInfo& constant, const Error& error)
{
    if (error.kind() == ErrorKind::Cancelled) {
        return error;
    }
    return {error.kind(),
        "Constant '" + constant.name + "' (" + toString(constant.descriptor) + ", "
            + describe(constant.source) + ") was not set: " + error.message()};
}

void requireSource(const ConstantInfo& constant)
{
    if (constant.sizeBytes != 0 && !hasBytes(constant.source)) {
        throw Error(ErrorKind::InvalidArgument,
            "its source is no file, no memory and no resource; name one, or set the constant's bytes");
    }
}

void requireSourceBytes(const ConstantInfo& constant)
{
    requireSource(constant);
    const uint64_t bytes = lengthBytes(constant.source);
    if (bytes != storedBytesOf(constant)) {
        throw Error(ErrorKind::InvalidArgument,
            "its source has " + std::to_string(bytes) + " bytes, its type and shape need "
                + std::to_string(storedBytesOf(constant)));
    }
}

Error foreignError(const std::string& what)
{
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return currentError();
    } catch (const std::exception& error) {
        return {ErrorKind::Io, what + " failed: " + error.what()};
    } catch (...) {
        return {ErrorKind::Io, what + " failed with an unknown exception"};
    }
}

Error loadCancelled()
{
    return {ErrorKind::Cancelled, "Loading was cancelled"};
}

void requireNoStop(const std::stop_token& stop)
{
    if (stop.stop_requested()) {
        throw loadCancelled();
    }
}

} // namespace weightless
