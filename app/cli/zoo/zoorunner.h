// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs/verbs.h"
#include "app/cli/zoo/zoo.h"
#include "engine/reference/comparison.h"
#include "engine/session/session.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace weightless::cli {

enum class CaseResult { Passed, Failed, Skipped };

struct CaseOutcome {
    CaseResult result = CaseResult::Failed;
    std::string reason; // one line
    double seconds = 0; // everything: reading, building, loading, running, comparing
};

// Runs the data sets of one model. The graph is built for the shapes of the first one and again when
// another's differ.
class ZooRunner {
public:
    ZooRunner(std::shared_ptr<Context> context, const ZooModel& model, const Environment& environment,
        const GivenTolerance& tolerance = {});

    // Never throws for what is wrong with a model or its data: that is a failed case. Throws Cancelled and
    // DeviceLost, after which there is nothing left to try.
    [[nodiscard]] CaseOutcome run(const std::filesystem::path& dataSet);

private:
    using Descriptors = std::map<std::string, TensorDescriptor>;

    void open();
    [[nodiscard]] std::optional<std::string> skipReason() const;
    [[nodiscard]] Feeds readInputs(const std::filesystem::path& dataSet) const;
    void build(const std::map<std::string, HostTensor>& inputs);
    [[nodiscard]] std::string compare(
        const std::filesystem::path& dataSet, const std::vector<RunOutput>& outputs) const;

    const ZooModel& m_zooModel;
    GivenTolerance m_tolerance;
    Environment m_environment;
    Session m_session;
    std::optional<Descriptors> m_builtFor; // by a graph whose constants are all loaded
};

} // namespace weightless::cli
