// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/httparguments.h"
#include "app/cli/verbs/verbs.h"
#include "engine/constants/loadoptions.h"
#include "engine/memory/processmemory.h"
#include "engine/session/session.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless::cli {

struct SessionOptions {
    std::string model; // a path or a URL, which may hold a password: shown by http::shownLocation()
    http::HttpOptions http;
    std::optional<int> device;
    LoadOptions load;
    double budgetShare = 0; // of what the weights need: decides load.deviceBudget; 0: that is as it is
    std::map<std::string, int64_t> dimensions; // --dim
    uint64_t thresholdElements = 1000;
    std::optional<DataType> weightsType; // --weights-type
    uint64_t activationBudget = 0; // --activation-budget; 0: what is free
};

// --mode, --device, --dim, --threshold, --weights-type, and those of loadarguments.h.
[[nodiscard]] std::vector<OptionSpec> sessionOptionSpecs();
// Of a verb whose first positional is the model. UsageError.
[[nodiscard]] SessionOptions sessionOptions(const Arguments& arguments, Console& console);
// The paragraph of --help about free dimensions.
[[nodiscard]] std::string dimensionHelp();

[[nodiscard]] std::shared_ptr<Context> createContext(std::optional<int> device, Console& console);

// Internal when the validation layer reported something: results may be right by chance only.
void checkValidation(const Context& context);

struct SessionSeconds {
    double open = 0;
    double build = 0;
    double load = 0;
};

// A session from the file to a loaded device as `load` and `run` have it: timed, with progress and Ctrl-C.
// The functions are called in the order of their declaration, each once; all throw Error.
class TimedSession {
public:
    // Creates the device.
    TimedSession(SessionOptions options, const Environment& environment);

    void openModel();
    // Shapes of the inputs in `fed` are taken from there, free dimensions that remain from --dim, from
    // pictures in `sources` or, with a note, from the engine's suggestion.
    void build(const std::map<std::string, TensorDescriptor>& fed = {},
        const std::map<std::string, InputSource>& sources = {});
    void load();

    // Of a load, or of a run that brought weights: told, and part of loadReport().
    void tellUnread();
    void tellClamped(std::vector<ClampedConstant> clamped);

    [[nodiscard]] Session& session() { return m_session; }
    [[nodiscard]] Context& context() const { return *m_session.context(); }
    [[nodiscard]] const Model& model() const { return *m_session.model(); }
    [[nodiscard]] Graph& graph() const { return m_session.graph(); }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] const LoadReport& loadReport() const { return m_loadReport; }
    [[nodiscard]] const SessionSeconds& seconds() const { return m_seconds; }
    [[nodiscard]] uint64_t baselineBytes() const { return m_baselineBytes; }
    [[nodiscard]] uint64_t stagingPeakBytes() const { return m_stagingPeakBytes; }
    [[nodiscard]] const std::map<std::string, int64_t>& dimensions() const { return m_session.dimensions(); }

private:
    // InvalidArgument for a --dim that names none.
    void checkDimensions() const;
    void noteActivations();
    void limitToShare();
    // A prediction is no refusal: the load, or the run, finds out.
    void warnWhereItDoesNotFit();

    SessionOptions m_options;
    Environment m_environment;
    Session m_session;
    uint64_t m_baselineBytes = 0;
    LoadReport m_loadReport;
    SessionSeconds m_seconds;
    uint64_t m_stagingPeakBytes = 0;
};

} // namespace weightless::cli
