// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hostvalue.h"

#include <string>

namespace weightless {

// Values that a caller made have what their descriptors say. InvalidArgument, beginning with `what` ("Input
// 'x'"), when a tensor has other than its bytes or strings, or a map other than a value for each key.
void requireWhole(const HostTensor& tensor, const std::string& what);
void requireWhole(const HostValue& value, const std::string& what);

} // namespace weightless
