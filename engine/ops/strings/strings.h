// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/hostoperator.h"

namespace weightless::ops::strings {

void registerCasts(HostRegistry& registry);
void registerVectorizer(HostRegistry& registry);
void registerSplits(HostRegistry& registry);
void registerTokenizer(HostRegistry& registry);

// Empty strings. OutOfMemory or InvalidArgument when the shape is none.
[[nodiscard]] HostTensor makeStringTensor(Shape shape);

// InvalidArgument unless the input is a tensor of strings.
[[nodiscard]] const HostTensor& stringsAt(const HostContext& context, size_t input);

} // namespace weightless::ops::strings
