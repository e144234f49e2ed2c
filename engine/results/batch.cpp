// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/batch.h"

#include "engine/base/error.h"

#include <string>

namespace weightless {

void checkElement(const TensorDescriptor& output, int64_t batch, size_t element)
{
    if (element >= static_cast<size_t>(batch)) {
        throw Error(ErrorKind::InvalidArgument,
            "Element " + std::to_string(element) + " of the batch was asked for, " + toString(output)
                + " has " + std::to_string(batch));
    }
}

} // namespace weightless
