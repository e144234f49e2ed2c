// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <weightless/weightless.h>

#include "engine/base/bytes.h"
#include "engine/runtime/kernelcompilation.h"

#include <algorithm>
#include <array>

using namespace weightless;

namespace {

template <typename Result, typename... Arguments>
bool isThere(Result (*function)(Arguments...))
{
    return function != nullptr;
}

} // namespace

// Built against the installed library: refers to the functions that the installed headers declare, so that
// one that is not exported does not link.
int main()
{
    const std::array found {isThere(checkedAdd), isThere(checkedMultiply), isThere(formatBytes),
        isThere<std::string_view, ErrorKind>(toString), isThere(displayPath), isThere(logTo),
        isThere<std::string_view, LoadMode>(toString), isThere(loadModeFromString),
        isThere<std::string_view, LoadPath>(toString), isThere(loadPathFromString),
        isThere<std::string_view, LoadOrder>(toString), isThere(loadOrderFromString),
        isThere<std::string, const AttributeValue&>(toString),
        isThere<uint64_t, const ConstantSource&>(offsetBytes),
        isThere<uint64_t, const ConstantSource&>(lengthBytes), isThere(hasBytes), isThere(isSameContainer),
        isThere(partOf), isThere<std::string, const ConstantSource&>(describe), isThere(containerName),
        isThere(bitWidth), isThere<std::optional<uint64_t>, DataType, uint64_t>(byteCount),
        isThere<std::string, DataType>(toString), isThere(isFloat), isThere(isSignedInteger),
        isThere(isInteger), isThere(makeHostTensor), isThere(makeInt64Tensor), isThere(makeInt64Scalar),
        isThere(elementAsDouble), isThere(elementAsInt64),
        isThere<void, HostTensor&, size_t, double>(setElement),
        isThere<void, HostTensor&, size_t, int64_t>(setElement), isThere(toInt64Vector),
        isThere(forEachGraph), isThere(forEachConstant),
        isThere<std::optional<int64_t>, const Shape&>(elementCount),
        isThere<std::string, const Shape&>(toString), isThere<std::string, const SymbolicShape&>(toString),
        isThere(toConcrete), isThere<std::optional<uint64_t>, const TensorDescriptor&>(byteCount),
        isThere<std::string, const TensorDescriptor&>(toString), isThere(listDevices),
        isThere(unsupportedOperators), isThere(freeDimensionsOf), isThere(buildGraph), isThere(awaitKernels),
        isThere(vulkan::chooseDevice), isThere(vulkan::preferenceRank),
        isThere<std::string_view, vulkan::DeviceType>(vulkan::toString)};
    WeightTraffic traffic;
    traffic.add({});
    const bool hasNone = makeInt64Scalar(1).elementCount() != 1 || traffic.broughtCount != 0;
    return hasNone || std::ranges::find(found, false) != found.end() ? 1 : 0;
}
