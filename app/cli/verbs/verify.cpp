// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"
#include "app/cli/output/json.h"
#include "app/cli/output/text.h"
#include "app/cli/session.h"
#include "app/cli/zoo/zoorunner.h"
#include "engine/base/file.h"
#include "engine/http/url.h"
#include "engine/reference/comparison.h"

#include <optional>

namespace weightless::cli {

namespace {

std::string_view wordFor(CaseResult result)
{
    switch (result) {
    case CaseResult::Passed:
        return "passed";
    case CaseResult::Skipped:
        return "skipped";
    default:
        return "FAILED";
    }
}

struct Counts {
    uint64_t passed = 0;
    uint64_t failed = 0;
    uint64_t skipped = 0;

    void add(CaseResult result)
    {
        ++(result == CaseResult::Passed ? passed : result == CaseResult::Skipped ? skipped : failed);
    }
};

// Not negative; UsageError.
std::optional<double> tolerated(const Arguments& arguments, std::string_view option)
{
    const auto text = arguments.value(option);
    if (!text) {
        return std::nullopt;
    }
    const auto value = parseNumber(*text);
    if (!value || *value < 0) {
        throw UsageError(
            "option '" + std::string(option) + "' takes a number that is not negative, not '" + *text + "'");
    }
    return value;
}

int verify(const Arguments& arguments, const Environment& environment)
{
    std::vector<std::filesystem::path> paths;
    for (const std::string& text : arguments.positionals()) {
        if (http::isHttpUrl(text) || http::isOtherAddress(text)) {
            throw UsageError(
                "'verify' takes files and folders of this machine, not an address: '" + text + "'");
        }
        paths.push_back(pathFromUtf8(text));
    }
    std::optional<int> device;
    if (const auto index = arguments.integer("--device", 0, 1023)) {
        device = static_cast<int>(*index);
    }
    const GivenTolerance tolerance {tolerated(arguments, "--rtol"), tolerated(arguments, "--atol")};
    const std::vector<ZooModel> models = findZooModels(paths);
    const std::shared_ptr<Context> context = createContext(device, environment.console);

    const bool printsJson = arguments.has("--json");
    Counts counts;
    Json::array_t cases;
    for (size_t i = 0; i < models.size(); ++i) {
        const ZooModel& model = models[i];
        ZooRunner runner(context, model, environment, tolerance);
        for (const std::filesystem::path& dataSet : model.dataSets) {
            environment.console.progress(
                "verifying", static_cast<double>(i) / static_cast<double>(models.size()), model.name);
            const CaseOutcome outcome = runner.run(dataSet);
            const std::string name =
                model.dataSets.size() == 1 ? model.name : model.name + "/" + displayPath(dataSet.filename());
            counts.add(outcome.result);
            environment.console.clearProgress();
            if (printsJson) {
                cases.push_back(Json {{"name", name}, {"model", displayPath(model.model)},
                    {"data_set", displayPath(dataSet)}, {"result", wordFor(outcome.result)},
                    {"reason", outcome.reason}, {"seconds", outcome.seconds}});
            } else {
                print(std::string(wordFor(outcome.result)) + " " + printable(name) + ": "
                    + printable(outcome.reason) + "\n");
            }
        }
    }
    if (printsJson) {
        print(jsonText(Json {{"device", context->device().traits.name}, {"cases", cases},
            {"passed", counts.passed}, {"failed", counts.failed}, {"skipped", counts.skipped}}));
    } else {
        print(std::to_string(counts.passed) + " passed, " + std::to_string(counts.failed) + " failed, "
            + std::to_string(counts.skipped) + " skipped\n");
    }
    checkValidation(*context);
    return counts.failed == 0 ? exitDone : exitFailed;
}

std::string toleranceText(DataType type)
{
    const Tolerance tolerance = toleranceFor(type);
    return "rtol " + formatNumber(tolerance.relative) + ", atol " + formatNumber(tolerance.absolute);
}

} // namespace

Verb verifyVerb()
{
    return {
        {"verify", "Runs models on their test data and compares the outputs.", {"PATH…"},
            {deviceOption(), jsonOption(),
                {"--rtol", "NUMBER", "relative tolerance of floats instead of the usual one"},
                {"--atol", "NUMBER", "absolute tolerance of floats instead of the usual one"}},
            "Every folder at or below a PATH that has a model.onnx (or one other .onnx file) beside "
            "test_data_set_0, "
            "test_data_set_1 … is a test: input_0.pb, input_1.pb … are fed in the order of the model's "
            "inputs, or, where there are more of them, by the names in them, which may be those of "
            "initializers, "
            "and the outputs compared with output_0.pb …. Types and shapes must match exactly, floats within "
                + toleranceText(DataType::Float32) + " (float16: " + toleranceText(DataType::Float16)
                + "; bfloat16: " + toleranceText(DataType::BFloat16)
                + "), everything else exactly. One line per case: 'passed', 'FAILED' or 'skipped', its "
                  "name, the reason; "
                  "the last line counts them. A case says the relative root mean square of the "
                  "differences, where there are any, and beside zeros, of which none is a share, the "
                  "greatest "
                  "difference. Skipped are only cases whose inputs or outputs the test "
                  "data format cannot "
                  "express (maps and sparse tensors). Exit code 1 when a case failed."},
        verify};
}

} // namespace weightless::cli
