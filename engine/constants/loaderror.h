// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/model.h"

#include <stop_token>
#include <string>

namespace weightless {

// The failure of one constant, naming it, its type and shape, and where its bytes lie. A stop stays what it
// is.
[[nodiscard]] Error notSet(const ConstantInfo& constant, const Error& error);

// InvalidArgument, not naming the constant, when it has bytes and nothing that holds them.
void requireSource(const ConstantInfo& constant);

// The same; and when its source has other than the bytes that type and shape
// need.
void requireSourceBytes(const ConstantInfo& constant);

// What code of the caller's threw, a loader's or a source's: as currentError(), but what is no Error is a
// failure of what is read (Io), and no bug of the engine. `what` did it ("Loader 'archive'"). Inside a catch
// block only.
[[nodiscard]] Error foreignError(const std::string& what);

// What a load that was stopped ends with.
[[nodiscard]] Error loadCancelled();

// Throws it where a stop was asked for.
void requireNoStop(const std::stop_token& stop);

} // namespace weightless
