// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"
#include "app/cli/compare/sampler.h"
#include "app/cli/generate/generatearguments.h"
#include "app/cli/generate/pngfile.h"
#include "app/cli/output/json.h"
#include "app/cli/output/kernelprogress.h"
#include "app/cli/output/loadsummary.h"
#include "app/cli/output/outputs.h"
#include "app/cli/output/text.h"
#include "app/cli/session.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/constants/loadplan.h"
#include "engine/diffusion/folder/remotefolder.h"
#include "engine/diffusion/pipeline/parameters.h"
#include "engine/diffusion/pipeline/pipeline.h"
#include "engine/http/url.h"
#include "engine/inputs/tensorio.h"

#include <array>
#include <cstdio>

namespace weightless::cli {

namespace {

using diffusion::GenerationPhase;
using diffusion::GenerationReport;
using diffusion::GenerationRequest;
using diffusion::Pipeline;

std::string nameOf(const GenerationPhase& phase)
{
    switch (phase.kind) {
    case GenerationPhase::Kind::Plan:
        return "plan " + phase.part;
    case GenerationPhase::Kind::Load:
        return "load " + phase.part;
    case GenerationPhase::Kind::Compile:
        return "compile " + phase.part;
    case GenerationPhase::Kind::Text:
        return phase.part == "text encoder" ? "text" : "text (" + phase.part + ")";
    case GenerationPhase::Kind::Steps:
        return "steps";
    case GenerationPhase::Kind::Decode:
        return "decode";
    }
    return {};
}

std::filesystem::path latentsName(int64_t picture, int64_t step)
{
    std::array<char, 64> name {};
    std::snprintf(name.data(), name.size(), "picture-%03d-step-%03d.npy", static_cast<int>(picture + 1),
        static_cast<int>(step));
    return name.data();
}

// UsageError for one of the names that latents get: which of them come depends on the run.
void checkLatents(
    const GenerateArguments& wanted, const std::string& option, const std::filesystem::path& path)
{
    const std::string name = displayPath(path.filename());
    int picture = 0;
    int step = 0;
    std::error_code ignored;
    if (wanted.latentsFolder
        && std::filesystem::equivalent(
            std::filesystem::absolute(path).parent_path(), *wanted.latentsFolder, ignored)
        && std::sscanf(name.c_str(), "picture-%d-step-%d.npy", &picture, &step) == 2 && picture > 0
        && step >= 0 && name == latentsName(picture - 1, step)) {
        throw UsageError(
            "'" + option + "' and '--latents' would write the same file, '" + displayPath(path) + "'");
    }
}

// All that will be written, before minutes go by. The samples; null when they are not wanted.
OutputFile* expectOutputs(const GenerateArguments& wanted, Outputs& outputs)
{
    for (int64_t picture = 0; picture < wanted.count; ++picture) {
        outputs.expect("--output", wanted.outputFor(picture));
    }
    if (wanted.latentsFolder) {
        std::error_code error;
        std::filesystem::create_directories(*wanted.latentsFolder, error);
        if (error) {
            throw Error(ErrorKind::Io,
                "The folder '" + displayPath(*wanted.latentsFolder) + "' cannot be made: " + error.message());
        }
        outputs.expect("--latents", *wanted.latentsFolder / latentsName(0, 0));
    }
    for (int64_t picture = 0; picture < wanted.count; ++picture) {
        checkLatents(wanted, "--output", wanted.outputFor(picture));
    }
    if (wanted.samples) {
        checkLatents(wanted, "--samples", *wanted.samples);
    }
    return wanted.samples ? &outputs.open("--samples", *wanted.samples) : nullptr;
}

diffusion::GenerationObserver observerOf(const GenerateArguments& wanted, const GenerationRequest& request,
    const std::string& model, const Environment& environment)
{
    diffusion::GenerationObserver observer;
    observer.onPhase = [&](const GenerationPhase& phase) { environment.console.progress(nameOf(phase), 0); };
    observer.onLoad = [&](const LoadProgress& progress) {
        environment.console.progress("loading", progress.fraction, formatBytes(progress.bytesSet));
    };
    observer.onKernels = kernelProgress(environment.console);
    observer.onStep = [&](int64_t picture, int64_t done, int64_t total) {
        environment.console.progress("picture " + std::to_string(picture + 1),
            static_cast<double>(done) / static_cast<double>(total),
            "step " + std::to_string(diffusion::stepOf(done, total, request.steps)) + " of "
                + std::to_string(request.steps));
    };
    observer.onPicture = [&wanted, &request, model](const diffusion::GeneratedPicture& made) {
        const auto index = static_cast<int64_t>(made.seed - request.seed);
        writePng(wanted.outputFor(index), made.picture, parametersText(request, made.seed, model));
    };
    observer.onWarning = [&](const std::string& message) { environment.console.warning(message); };
    if (wanted.latentsFolder) {
        observer.onLatents = [&](int64_t picture, int64_t step, const HostTensor& latents) {
            writeTensor(*wanted.latentsFolder / latentsName(picture, step), latents, "latents");
        };
    }
    return observer;
}

Json reportJson(const GenerateArguments& wanted, const GenerationRequest& request,
    const GenerationReport& report, const Context& context)
{
    Json::array_t pictures;
    for (size_t i = 0; i < report.pictures.size(); ++i) {
        pictures.push_back(Json {{"file", displayPath(wanted.outputFor(static_cast<int64_t>(i)))},
            {"seed", report.pictures[i].seed}});
    }
    Json::array_t phases;
    for (const GenerationPhase& phase : report.phases) {
        phases.push_back(Json {{"phase", nameOf(phase)}, {"seconds", phase.seconds},
            {"device_bytes", phase.deviceBytes}, {"host_overhead_bytes", phase.hostBytes}});
    }
    return {
        {"folder", http::shownLocation(wanted.folder)},
        {"device", context.device().traits.name},
        {"prompt", request.prompt},
        {"negative_prompt", request.negativePrompt},
        {"scheduler", toString(request.solver)},
        {"steps", request.steps},
        {"guidance", request.guidance},
        {"size", {request.width, request.height}},
        {"in_turn", request.inTurn},
        {"mode", toString(resolveMode(request.parts.load.mode, context.device().traits))},
        {"pictures", pictures},
        {"phases", phases},
        {"seconds", report.seconds},
        {"model_bytes", report.modelBytes},
        {"device_peak_bytes", report.deviceBytes()},
        {"host_overhead_peak_bytes", report.hostBytes()},
        {"process", {{"peak_bytes", processMemory().peakResidentBytes}}},
    };
}

std::string reportText(
    const GenerateArguments& wanted, const GenerationRequest& request, const GenerationReport& report)
{
    TextTable table({{"Phase"}, {"time", Align::Right}, {"device, at most", Align::Right},
        {"CPU beyond the weights", Align::Right}});
    for (const GenerationPhase& phase : report.phases) {
        table.addRow({nameOf(phase), formatSeconds(phase.seconds), formatBytes(phase.deviceBytes),
            formatBytes(phase.hostBytes)});
    }
    std::string text = table.toString() + "\n";
    for (size_t i = 0; i < report.pictures.size(); ++i) {
        text += printable(displayPath(wanted.outputFor(static_cast<int64_t>(i)))) + ": "
            + std::to_string(request.width) + " × " + std::to_string(request.height) + ", "
            + std::to_string(request.steps) + " " + plural(static_cast<size_t>(request.steps), "step")
            + " of " + std::string(toString(request.solver)) + ", seed "
            + std::to_string(report.pictures[i].seed) + "\n";
    }
    return text + "Memory: the device held " + formatBytes(report.deviceBytes())
        + " at its highest, and the CPU " + formatBytes(report.hostBytes())
        + " beyond the weights; the models weigh " + formatBytes(report.modelBytes)
        + (request.inTurn ? " and were loaded in turn" : "") + "\n";
}

void note(const Pipeline& pipeline, const GenerationRequest& request, Console& console)
{
    for (const diffusion::PipelineNote& each : pipeline.folder().notes) {
        console.note(describe(each));
    }
    const auto warnOf = [&](const char* what, const std::string& prompt) {
        const diffusion::TokenizedText text = pipeline.tokenize(prompt);
        if (text.isTruncated()) {
            console.warning(std::string(what) + " has " + std::to_string(text.tokenCount)
                + " tokens, and only the first " + std::to_string(text.capacity) + " are seen");
        }
    };
    warnOf("the prompt", request.prompt);
    if (request.guidance > 1) { // else nobody looks at it
        warnOf("the negative prompt", request.negativePrompt);
    }
}

diffusion::PipelineFolder folderOf(const GenerateArguments& wanted, const Environment& environment)
{
    if (http::isOtherAddress(wanted.folder)) {
        throw Error(ErrorKind::InvalidArgument,
            "FOLDER is a folder or an http:// or https:// address, not '" + wanted.folder + "'");
    }
    return http::isHttpUrl(wanted.folder)
        ? diffusion::readRemoteFolder(wanted.folder, wanted.http, environment.stop)
        : diffusion::readPipelineFolder(pathFromUtf8(wanted.folder));
}

// The folder's own name.
std::string modelName(const std::string& folder)
{
    if (!http::isHttpUrl(folder)) {
        return lastName(pathFromUtf8(folder));
    }
    std::string shown = http::shownLocation(folder);
    if (shown.ends_with("/model_index.json")) {
        shown.erase(shown.find_last_of('/'));
    }
    while (shown.ends_with('/')) {
        shown.pop_back();
    }
    return shown.substr(shown.find_last_of('/') + 1);
}

int generate(const Arguments& arguments, const Environment& environment)
{
    const GenerateArguments wanted = generateArguments(arguments, environment.console);
    Outputs outputs;
    OutputFile* const samples = expectOutputs(wanted, outputs);
    const std::shared_ptr<Context> context = createContext(wanted.device, environment.console);
    std::optional<MemorySampler> sampler;
    if (samples != nullptr) {
        sampler.emplace(*samples, context->meter());
    }
    environment.console.progress("opening", 0);
    Pipeline pipeline(context, folderOf(wanted, environment), wanted.http, environment.stop);
    outputs.checkAgainst(pipeline.sourceFiles());
    if (sampler) {
        sampler->keepRows();
    }
    const GenerationRequest request = wanted.requestFrom(pipeline.defaults());
    environment.console.clearProgress();
    note(pipeline, request, environment.console);
    const std::string model = modelName(wanted.folder);
    const GenerationReport report =
        pipeline.generate(request, observerOf(wanted, request, model, environment), environment.stop);
    environment.console.clearProgress();
    if (sampler) {
        sampler->finish();
    }
    checkValidation(*context);
    print(arguments.has("--json") ? jsonText(reportJson(wanted, request, report, *context))
                                  : reportText(wanted, request, report));
    return exitDone;
}

} // namespace

Verb generateVerb()
{
    VerbSpec spec {"generate", "Makes a picture from words, with a folder of Stable Diffusion's parts.",
        {"FOLDER"}, generateOptionSpecs(),
        "The folder holds a text encoder, a UNet and a VAE decoder as ONNX models and a tokenizer "
        "(vocab.json and merges.txt, or tokenizer.json), as Diffusers exports them or side by side. "
        "Scheduler, steps, guidance and size are what the folder suggests where no option says otherwise. "
        "FOLDER may be an http:// or https:// address of one that Diffusers exported, with its "
        "model_index.json: its parts are streamed when they are wanted, each time anew without "
        "--http-cache. The settings are kept in the picture, under 'parameters'. 'weightless-cli make-demo "
        "sd15-folder' writes a folder to try it with, whose pictures are noise.\n"
            + sizeHelp() + "\n" + memoryHelp() + "\n" + urlHelp(ServerUse::Pipeline)};
    spec.options.push_back(jsonOption());
    return {spec, generate};
}

} // namespace weightless::cli
