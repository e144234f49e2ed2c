// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/hosttensor.h"
#include "engine/ops/kernelfamily.h"
#include "engine/ops/loops.h"
#include "engine/vulkan/devicetraits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weightless::ops {

// A tensor of the plan under construction: an input, a constant, an activation or a temporary. Only an id;
// the plan decides where its bytes lie after lowering.
struct TensorRef {
    uint32_t id = 0;
    TensorDescriptor descriptor;

    [[nodiscard]] const Shape& shape() const { return descriptor.shape; }
    [[nodiscard]] DataType type() const { return descriptor.type; }
    [[nodiscard]] int64_t elements() const { return elementCount(descriptor.shape).value_or(0); }
};

enum class Access { Read, Write, ReadWrite };

struct TensorBinding {
    TensorRef tensor;
    Access access = Access::Read;
    // How much of it passes through memory, where that is known to be less than all: of a table, what is
    // looked up.
    uint64_t mostBytes = std::numeric_limits<uint64_t>::max();
};

// One kernel launch. The recorder derives barriers from the bindings' accesses.
struct DispatchStep {
    const vulkan::KernelCode* kernel = nullptr;
    LoopRounds loopRounds; // has no default: whoever launches a kernel states it
    std::vector<uint32_t> specialization {}; // constant_id is the index; floats as bits
    // Index is the slot of TENSOR() in the shader; at most maxKernelTensors.
    std::vector<TensorBinding> bindings {};
    std::vector<std::byte>
        parameters {}; // the kernel's push-constant struct, at most maxKernelParameterBytes
    std::array<uint32_t, 3> groupCount {1, 1, 1}; // a zero skips the step
    // Rough count of arithmetic operations; long steps are split on devices with a watchdog.
    uint64_t operations = 0;
    bool usesMatrixUnits =
        false; // nearly all of them are multiplications of such units, which take less time
    // Each invocation reads, of an input as large as the output, only elements at the places that it writes
    // itself, and reads each before it writes it: the output may take the place of such an input.
    bool isElementwise = false;
};

// What so many look-ups of so many elements beside each other read of a table: memory yields whole lines.
[[nodiscard]] uint64_t bytesLookedUp(DataType type, uint64_t lookups, uint64_t elements);

// A named push-constant struct as bytes. Only 4-byte members, so that C++ and std430 agree.
template <typename Parameters>
[[nodiscard]] std::vector<std::byte> parameterBytes(const Parameters& parameters)
{
    static_assert(
        std::is_trivially_copyable_v<Parameters> && sizeof(Parameters) <= vulkan::maxKernelParameterBytes);
    std::vector<std::byte> bytes(sizeof(Parameters));
    std::memcpy(bytes.data(), &parameters, sizeof(Parameters));
    return bytes;
}

// Where a node's kernels are chosen and laid down, after shapes are known. No device exists yet and no weight
// has a value. Implemented by the planner.
class LoweringContext {
public:
    virtual ~LoweringContext() = default;

    [[nodiscard]] virtual const vulkan::DeviceTraits& device() const = 0;
    [[nodiscard]] virtual const Attributes& attributes() const = 0;
    [[nodiscard]] virtual int64_t opset() const = 0;

    [[nodiscard]] virtual size_t inputCount() const = 0;
    [[nodiscard]] virtual bool hasInput(size_t index) const = 0;
    // A value known on the CPU is uploaded once if a step binds it.
    [[nodiscard]] virtual TensorRef input(size_t index) const = 0;
    [[nodiscard]] virtual const HostTensor* value(size_t index) const = 0; // null when not known on the CPU
    [[nodiscard]] virtual size_t outputCount() const = 0;
    [[nodiscard]] virtual bool wantsOutput(size_t index) const = 0; // somebody reads it
    [[nodiscard]] virtual TensorRef output(size_t index) const = 0;

    // What temporaries of one operator may take where it can work in parts. Only the number of parts may
    // depend on it, never the result.
    [[nodiscard]] virtual uint64_t scratchBytes() const = 0;
    // Scratch memory of the arena, alive from its first to its last use.
    [[nodiscard]] virtual TensorRef temporary(TensorDescriptor descriptor) = 0;
    // The same, filled anew in every run even if it follows from constants alone. Else it is made once and
    // kept: a weight in another layout would stand beside the weight.
    [[nodiscard]] virtual TensorRef unkeptTemporary(TensorDescriptor descriptor) = 0;
    // A small table a kernel reads (indices, offsets), uploaded once.
    [[nodiscard]] virtual TensorRef constant(HostTensor value) = 0;
    // The same bytes under another descriptor, from `elementOffset` elements of `source` on. The view must
    // lie inside.
    [[nodiscard]] virtual TensorRef view(
        const TensorRef& source, TensorDescriptor descriptor, uint64_t elementOffset = 0) = 0;
    // All of it from that element on, flat; itself from the first.
    [[nodiscard]] TensorRef viewFrom(const TensorRef& source, uint64_t element);

    // Unsupported, naming the kernel, when it makes more loop rounds than the device does.
    virtual void dispatch(DispatchStep step) = 0;
    // Whether the tensor may begin at any element of the memory that is bound: a constant, an input, or a
    // view of a part. Others begin at a multiple of 32 bytes there.
    [[nodiscard]] virtual bool mayBeginAnywhere(const TensorRef& tensor) const = 0;
    // The output is the same bytes as `source` (same byte count, any descriptor of equal width): Reshape,
    // Identity, a contiguous Slice. Copies nothing unless the output must stand on its own.
    virtual void aliasOutput(size_t index, const TensorRef& source) = 0;
    // Copies the bytes of `source` into a view of another tensor, as many. The planner may make the source
    // there in the first place, where nobody can tell.
    virtual void copy(const TensorRef& source, const TensorRef& target) = 0;
    // Lowers another operator (loweringTarget()) on these tensors: compose first, write a kernel when
    // measurement asks for one. Shapes of `outputs` must be what that operator would
    // infer.
    virtual void lowerAs(std::string_view opType, std::span<const std::optional<TensorRef>> inputs,
        const Attributes& attributes, std::span<const TensorRef> outputs) = 0;

    [[noreturn]] void unsupported(
        const std::string& what) const; // Error{Unsupported}; the planner adds the node
};

// Elements that a kernel can index: it counts them in 32 bits, from where the memory that is bound begins,
// also those of which a launch's last groups find that they do not exist.
inline constexpr uint64_t mostElements = (uint64_t {1} << 32) - (uint64_t {1} << 26);

// Groups for `items` invocations of a 1-D kernel that uses linearIndex() of shaders/tensor.glsl. Unsupported
// above mostElements.
[[nodiscard]] std::array<uint32_t, 3> linearGroups(uint64_t items, uint32_t localSize = 64);

} // namespace weightless::ops
