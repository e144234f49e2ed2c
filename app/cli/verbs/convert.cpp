// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"
#include "app/cli/inputs/constantname.h"
#include "app/cli/output/json.h"
#include "app/cli/output/outputs.h"
#include "app/cli/output/text.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/sizetext.h"
#include "engine/inputs/tensorio.h"
#include "engine/onnx/saver.h"
#include "engine/session/session.h"

#include <bit>
#include <chrono>
#include <map>
#include <system_error>

namespace weightless::cli {

namespace {

onnx_io::StoredWeights storedWeights(const Arguments& arguments)
{
    const std::string type = arguments.value("--weights-type").value_or("keep");
    const std::map<std::string, onnx_io::StoredWeights> types {{"keep", onnx_io::StoredWeights::AsTheyAre},
        {"fp16", onnx_io::StoredWeights::Float16}, {"bf16", onnx_io::StoredWeights::BFloat16},
        {"fp32", onnx_io::StoredWeights::Float32}};
    const auto known = types.find(type);
    if (known == types.end()) {
        throw UsageError("option '--weights-type' takes keep, fp16, bf16 or fp32, not '" + type + "'");
    }
    return known->second;
}

// Empty: the default.
std::string dataFileName(const Arguments& arguments)
{
    const auto text = arguments.value("--data-file");
    if (!text) {
        return {};
    }
    const std::filesystem::path name = pathFromUtf8(*text);
    const std::filesystem::path model = pathFromUtf8(arguments.positionals()[1]);
    if (name.empty() || name != name.filename() || name == "." || name == ".." || name == model.filename()) {
        throw UsageError(
            "option '--data-file' takes the name of a file beside OUT.onnx, without a folder and "
            "other than that, not '"
            + *text + "'");
    }
    std::error_code error;
    static_cast<void>(std::filesystem::symlink_status(model.parent_path() / name, error));
    if (error == std::errc::filename_too_long) {
        throw UsageError("option '--data-file' takes a shorter name: its " + std::to_string(text->size())
            + " bytes are too long for the file system");
    }
    return *text;
}

onnx_io::SaveOptions saveOptions(const Arguments& arguments)
{
    onnx_io::SaveOptions options;
    options.weights = storedWeights(arguments);
    if (arguments.has("--inline")) {
        options.files.layout = onnx_io::WeightLayout::Inline;
        for (const char* name : {"--data-file", "--shard-size"}) {
            if (arguments.has(name)) {
                throw UsageError(std::string("option '") + name
                    + "' is for weights beside the model; leave '--inline' out");
            }
        }
    }
    options.files.dataFileName = dataFileName(arguments);
    options.files.shardBytes = arguments.bytes("--shard-size", 1, uint64_t {1} << 50).value_or(0);
    if (const auto alignment = arguments.value("--align")) {
        const auto bytes = bytesFromString(*alignment);
        if (!bytes || !std::has_single_bit(*bytes) || *bytes > MiB) {
            throw UsageError(
                "option '--align' takes a power of two from 1 to 1M, as 64 or 4K, not '" + *alignment + "'");
        }
        options.files.alignmentBytes = *bytes;
        options.files.inlineAlignmentBytes =
            arguments.has("--inline") ? options.files.alignmentBytes : options.files.inlineAlignmentBytes;
    }
    return options;
}

onnx_io::Progress progressOf(const Environment& environment, const char* what)
{
    return [&environment, what](uint64_t done, uint64_t total) {
        environment.console.progress(what,
            total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total),
            formatBytes(done) + " of " + formatBytes(total));
    };
}

Json reportJson(const Model& model, const onnx_io::SaveReport& report, double seconds)
{
    Json::array_t files;
    for (const auto& file : report.files) {
        files.push_back(
            {{"path", displayPath(file)}, {"bytes", uint64_t {std::filesystem::file_size(file)}}});
    }
    Json::array_t clamped;
    for (const std::string& name : report.clampedTensors) {
        clamped.emplace_back(name);
    }
    Json::array_t left;
    for (const std::string& name : report.leftFiles) {
        left.emplace_back(name);
    }
    return {{"model", displayPath(model.path)}, {"files", files}, {"tensors", uint64_t {report.tensors}},
        {"external_tensors", uint64_t {report.externalTensors}},
        {"converted_tensors", uint64_t {report.convertedTensors}}, {"clamped_values", report.clampedValues},
        {"clamped_tensors", clamped}, {"flushed_values", report.flushedValues}, {"left_files", left},
        {"seconds", seconds}};
}

std::string reportText(const onnx_io::SaveReport& report, double seconds)
{
    std::string text;
    for (const auto& file : report.files) {
        text += printable(displayPath(file)) + ": " + formatBytes(std::filesystem::file_size(file)) + "\n";
    }
    text += std::to_string(report.tensors) + " " + plural(report.tensors, "tensor") + " written in "
        + formatSeconds(seconds) + ", " + std::to_string(report.externalTensors) + " beside the model";
    if (report.convertedTensors > 0) {
        text += "; " + std::to_string(report.convertedTensors) + " stored as another type";
    }
    return text + "\n";
}

// What became of the numbers, where it is not what one may expect.
void tellOfConversion(const onnx_io::SaveReport& report, onnx_io::StoredWeights weights, Console& console)
{
    if (weights == onnx_io::StoredWeights::AsTheyAre) {
        return;
    }
    if (report.convertedTensors == 0) {
        console.note(std::string("nothing was converted: the model has no ")
            + (weights == onnx_io::StoredWeights::Float32 ? "float16" : "float32")
            + " initializer of more than 1,000 elements that is no input; values of Constant nodes stay as "
              "they "
              "are");
    }
    const bool isHalf = weights == onnx_io::StoredWeights::Float16;
    const std::string type = isHalf ? "float16" : "bfloat16";
    if (report.clampedValues > 0) {
        std::string names;
        for (const std::string& name : report.clampedTensors) {
            names += (names.empty() ? "'" : ", '") + name + "'";
        }
        console.warning(std::to_string(report.clampedValues) + " values are beyond " + type
            + "'s range and became " + (isHalf ? "±65504" : "its largest number") + ", in " + names);
    }
    if (report.flushedValues > 0) {
        console.note(
            std::to_string(report.flushedValues) + " values are too small for " + type + " and became 0");
    }
}

void noteLeftFiles(const onnx_io::SaveReport& report, Console& console)
{
    for (const std::string& name : report.leftFiles) {
        console.note("'" + name
            + "' stays: the replaced model named it for its data, but it is not known to be that model's "
              "alone; remove it if you need it no more");
    }
}

// The model that the first argument names. Nothing here needs a device.
void openInto(Session& session, const Arguments& arguments, const Environment& environment)
{
    session.open(openModel(modelAddress(arguments.positionals()[0]), {.stopToken = environment.stop},
        httpOptions(arguments, environment.console)));
}

void addUrlOptions(Verb& verb)
{
    const std::vector<OptionSpec> http = httpOptionSpecs(ServerUse::Save);
    verb.spec.options.insert(verb.spec.options.end(), http.begin(), http.end());
}

int convert(const Arguments& arguments, const Environment& environment)
{
    onnx_io::SaveOptions options = saveOptions(arguments);
    options.files.stopToken = environment.stop;
    options.files.onProgress = progressOf(environment, "writing");
    const std::filesystem::path path = pathFromUtf8(arguments.positionals()[1]);
    Outputs outputs;
    outputs.expect("OUT.onnx", path);
    const auto begin = std::chrono::steady_clock::now();
    Session session;
    openInto(session, arguments, environment);
    const onnx_io::SaveReport report = session.save(path, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    environment.console.clearProgress();
    tellOfConversion(report, options.weights, environment.console);
    noteLeftFiles(report, environment.console);
    print(arguments.has("--json") ? jsonText(reportJson(*session.model(), report, seconds))
                                  : reportText(report, seconds));
    return exitDone;
}

int extract(const Arguments& arguments, const Environment& environment)
{
    const std::filesystem::path path = pathFromUtf8(arguments.positionals()[2]);
    if (!path.empty() && !isTensorFileName(path)) {
        throw UsageError("'extract' writes FILE as .npy or .pb, not '" + arguments.positionals()[2] + "'");
    }
    Outputs outputs;
    outputs.expect("FILE", path);
    Session session;
    openInto(session, arguments, environment);
    const NamedConstant named = constantNamed(*session.model(), arguments.positionals()[1]);
    const std::shared_ptr<const ConstantInfo>& constant = named.constant;
    if (!named.others.empty() && arguments.positionals()[1] == constant->name) {
        environment.console.note("'" + constant->name + "' is the main graph's; others of the name are "
            + listedPaths(named.others));
    }
    checkTensorFile(path, constant->descriptor.type, "tensor '" + named.shown + "'");
    onnx_io::ExtractOptions options;
    options.stopToken = environment.stop;
    options.onProgress = progressOf(environment, "writing");
    session.extract(path, *constant, options);
    environment.console.clearProgress();
    print(printable(displayPath(path)) + ": " + printable(named.shown) + ", " + toString(constant->descriptor)
        + ", " + formatBytes(constant->sizeBytes) + "\n");
    return exitDone;
}

} // namespace

Verb convertVerb()
{
    Verb verb {
        {"convert", "Saves a model anew: weights inside, beside it or in shards, as fp16 or bf16 if wanted.",
            {"MODEL", "OUT.onnx"},
            {{"--inline", "", "weights inside the model file (less than 2 GiB) instead of beside it"},
                {"--data-file", "NAME",
                    "the name of the file beside it, with 16 hexadecimal digits added where it is taken; "
                    "OUT.onnx_data by default"},
                {"--shard-size", "SIZE",
                    "begin another data file (NAME_1, NAME_2 …) when one would exceed this; 2G, 512M …"},
                {"--weights-type", "keep|fp16|bf16|fp32", "the type that large weights are stored as"},
                {"--align", "SIZE",
                    "tensors begin at multiples of this power of two; 4096 by default, 64 with --inline"},
                jsonOption()},
            "The structure is copied as it stands, with everything this program does not know; only the "
            "tensors' bytes move. Memory stays at a few MiB whatever the model. A model that is replaced is "
            "whole until the new one is complete and takes its place in one step; an error, a full disk or "
            "Ctrl-C leaves nothing behind. Its data files are removed after that: those named OUT.onnx_data "
            "or as "
            "--data-file says, unless another .onnx file of the folder names them. What else it named "
            "stays, and is listed. The model's own files are never replaced.\n"
            "--weights-type fp16 stores float32 initializers of more than 1,000 elements as float16, each "
            "behind a Cast node, so that inputs, outputs and all computing keep their types: half the size "
            "on disk, for the rounding of the weights. Finite values beyond ±65504 are clamped and counted. "
            "bf16 stores them as bfloat16, with float32's range and 8 significant bits. fp32 stores float16 "
            "initializers as float32, exactly. A note says where nothing was converted. No Vulkan device is "
            "needed.\n"
                + sizeHelp() + "\n" + urlHelp(ServerUse::Save)},
        convert};
    addUrlOptions(verb);
    return verb;
}

Verb extractVerb()
{
    Verb verb {{"extract", "Saves one constant of a model as .npy or .pb.", {"MODEL", "TENSOR", "FILE"}, {},
                   "The file's extension decides: NumPy's .npy, or a serialised TensorProto (.pb), which has "
                   "bfloat16, 8-bit floats and strings too. 'weightless-cli inspect' lists the names of "
                   "constants; of "
                   "those that bodies of control flow share, TENSOR is the path: NODE/then_branch/NAME. The "
                   "name alone is the main graph's, and a note names the others. No Vulkan device is "
                   "needed.\n"
                       + urlHelp(ServerUse::Save)},
        extract};
    addUrlOptions(verb);
    return verb;
}

} // namespace weightless::cli
