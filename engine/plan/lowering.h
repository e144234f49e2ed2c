// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"
#include "engine/plan/dataflow.h"
#include "engine/plan/plan.h"
#include "engine/plan/stepcheck.h"

#include <optional>
#include <string>
#include <vector>

namespace weightless::plan {

// Where a plan lets results begin, in their memory and in parts of each other: kernels write so many bytes at
// once (LoweringContext::mayBeginAnywhere()).
inline constexpr uint64_t resultAlignmentBytes = 32;

// A tensor while lowering is under way.
struct DraftTensor {
    TensorDescriptor descriptor;
    Home home = Home::Arena; // Input, Output, Constant, Known or Arena; settle() refines Arena later
    size_t index = 0;
    std::shared_ptr<const HostTensor> known {}; // Home::Known
    std::optional<uint32_t> base {}; // a view of this tensor …
    uint64_t baseOffsetBytes = 0; // … from here on
    bool isKept = true; // where it follows from constants alone
};

// A plan in the making: all tensors and all steps in execution order.
struct Draft {
    std::vector<DraftTensor> tensors;
    std::vector<PlanStep> steps;
    // What lowerings have asked for so far, for PlanLimits.
    uint64_t launches = 0;
    uint64_t scratchTensors = 0;
    uint64_t tensorBytes = 0;

    uint32_t add(DraftTensor tensor);
    [[nodiscard]] ops::TensorRef ref(uint32_t id) const { return {id, tensors[id].descriptor}; }
    // Follows views to the tensor that owns the bytes; `offsetBytes` is the distance into it.
    struct Owner {
        uint32_t id = 0;
        uint64_t offsetBytes = 0;
    };
    [[nodiscard]] Owner ownerOf(uint32_t id) const;
    // Makes `tensor` a view of `source`'s owner: a view of a view of … is found in one step.
    void setBase(DraftTensor& tensor, uint32_t source, uint64_t offsetBytes) const;

    // Count towards the limits. Unsupported when these are exceeded.
    void addBytes(const TensorDescriptor& descriptor, const PlanLimits& limits);
    void addLaunch(const PlanLimits& limits);
    void addScratchTensor(const PlanLimits& limits);
};

// What LoweringContext asks, for one node over one Draft.
class NodeLowering final : public ops::LoweringContext {
public:
    struct Site {
        const vulkan::DeviceTraits& traits;
        int64_t opset;
        std::string nodeName;
        const PlanOptions& options;
        StepCheck& check;
    };

    NodeLowering(const Site& site, const ops::Operator& op, const Attributes& attributes, Draft& draft,
        std::vector<std::optional<uint32_t>> inputs, std::vector<uint32_t> outputs, std::vector<bool> wanted);

    void lower();

    [[nodiscard]] const vulkan::DeviceTraits& device() const override { return m_site.traits; }
    [[nodiscard]] const Attributes& attributes() const override { return m_attributes; }
    [[nodiscard]] int64_t opset() const override { return m_site.opset; }
    [[nodiscard]] size_t inputCount() const override { return m_inputs.size(); }
    [[nodiscard]] bool hasInput(size_t index) const override;
    [[nodiscard]] ops::TensorRef input(size_t index) const override;
    [[nodiscard]] const HostTensor* value(size_t index) const override;
    [[nodiscard]] size_t outputCount() const override { return m_outputs.size(); }
    [[nodiscard]] bool wantsOutput(size_t index) const override;
    [[nodiscard]] ops::TensorRef output(size_t index) const override;
    [[nodiscard]] uint64_t scratchBytes() const override { return m_site.options.scratchBytes; }
    [[nodiscard]] ops::TensorRef temporary(TensorDescriptor descriptor) override;
    [[nodiscard]] ops::TensorRef unkeptTemporary(TensorDescriptor descriptor) override;
    [[nodiscard]] ops::TensorRef constant(HostTensor value) override;
    [[nodiscard]] ops::TensorRef view(
        const ops::TensorRef& source, TensorDescriptor descriptor, uint64_t elementOffset) override;
    [[nodiscard]] bool mayBeginAnywhere(const ops::TensorRef& tensor) const override;
    void dispatch(ops::DispatchStep step) override;
    void aliasOutput(size_t index, const ops::TensorRef& source) override;
    void copy(const ops::TensorRef& source, const ops::TensorRef& target) override;
    void lowerAs(std::string_view opType, std::span<const std::optional<ops::TensorRef>> inputs,
        const Attributes& attributes, std::span<const ops::TensorRef> outputs) override;

private:
    void addStep(std::variant<ops::DispatchStep, CopyStep> work);

    const Site& m_site;
    const ops::Operator& m_operator;
    const Attributes& m_attributes;
    Draft& m_draft;
    std::vector<std::optional<uint32_t>> m_inputs;
    std::vector<uint32_t> m_outputs;
    std::vector<bool> m_wanted;
};

} // namespace weightless::plan
