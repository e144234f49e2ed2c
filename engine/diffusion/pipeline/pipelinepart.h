// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/session.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace weightless::diffusion {

// How the parts of a pipeline are put on the device. Under a device budget they share it: whichever runs has
// all of it, and what it needs is brought then.
struct PartOptions {
    LoadOptions load;
    std::optional<DataType> weightsType;
    uint64_t activationBudget = 0; // as BuildOptions

    bool operator==(const PartOptions& other) const
    {
        return load.mode == other.load.mode && load.deviceBudget == other.load.deviceBudget
            && weightsType == other.weightsType && activationBudget == other.activationBudget;
    }
};

// One model of a pipeline: read hollowly, built for the sizes that are asked for, loaded when it is needed.
class PipelinePart {
public:
    // Errors as openModel().
    PipelinePart(std::shared_ptr<Context> context, std::string role, const std::string& location,
        const http::HttpOptions& httpOptions, const std::stop_token& stop);

    [[nodiscard]] const std::string& role() const { return m_role; } // "text encoder"
    [[nodiscard]] const Model& model() const { return *m_session.model(); }
    [[nodiscard]] Graph& graph() const { return m_session.graph(); }
    [[nodiscard]] uint64_t weightBytes() const { return m_weightBytes; }
    // The smallest device budget that it can run with, at the sizes that its graph suggests; 0: there is
    // none, or it cannot be planned so. What is built stays. Cancelled.
    [[nodiscard]] uint64_t leastBudgetBytes(const std::stop_token& stop) const;
    // Whether weights are floats of 16 bits, as they are loaded.
    [[nodiscard]] bool hasHalfWeights(const PartOptions& options) const;

    // Null when there is none of the name.
    [[nodiscard]] const ValueInfo* input(const std::string& name) const;
    // The input of one of these names. InvalidArgument, with part and inputs, when there is none.
    [[nodiscard]] const ValueInfo& needInput(std::initializer_list<const char*> names) const;

    // It is planned for these inputs and no others, and the driver has not refused that since.
    [[nodiscard]] bool isBuilt(
        const std::map<std::string, TensorDescriptor>& inputs, const PartOptions& options) const;
    // Plans the model for them. What is built for the same ones stays, loaded as it is. Errors as
    // Session::build().
    void build(const std::map<std::string, TensorDescriptor>& inputs, const PartOptions& options,
        const std::stop_token& stop);
    // Session::compileKernels() for what it was built for.
    std::shared_ptr<const KernelCompilation> compileKernels() { return m_session.compileKernels(); }
    [[nodiscard]] bool isLoaded() const;
    void load(const std::stop_token& stop, const std::function<void(const LoadProgress&)>& onProgress);
    // Session::untoldClamped(), once it is loaded.
    [[nodiscard]] std::vector<ClampedConstant> untoldClamped() { return m_session.untoldClamped(); }
    // Weights and activations go; the structure stays.
    void release() noexcept;

    // A tensor for every output, as the graph was built.
    [[nodiscard]] NamedTensors makeOutputs() const;
    // Runs it; returns when it is done. Errors as Context::dispatch().
    void run(const NamedTensors& inputs, const NamedTensors& outputs, const std::stop_token& stop);

private:
    std::string m_role;
    Session m_session;
    OpenedModel m_opened; // to begin anew after release()
    uint64_t m_weightBytes = 0;
    std::map<std::string, TensorDescriptor> m_inputs; // what the graph was built for
    PartOptions m_options;
};

} // namespace weightless::diffusion
