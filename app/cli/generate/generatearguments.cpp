// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate/generatearguments.h"

#include "app/cli/arguments/httparguments.h"
#include "app/cli/arguments/loadarguments.h"
#include "app/cli/session.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace weightless::cli {

namespace {

constexpr int64_t mostSteps = 100'000;
constexpr int64_t largestSide = 8192;

std::string solverNames()
{
    std::string names;
    for (const diffusion::Solver solver : diffusion::allSolvers()) {
        names += (names.empty() ? "" : ", ") + std::string(toString(solver));
    }
    return names;
}

std::optional<diffusion::Solver> solverOf(const Arguments& arguments)
{
    const auto name = arguments.value("--scheduler");
    if (!name) {
        return std::nullopt;
    }
    const auto solver = diffusion::solverFromName(*name);
    if (!solver) {
        throw UsageError("option '--scheduler' takes " + solverNames() + ", not '" + *name + "'");
    }
    return solver;
}

std::optional<double> guidanceOf(const Arguments& arguments)
{
    const auto text = arguments.value("--guidance");
    if (!text) {
        return std::nullopt;
    }
    double value = 0;
    const char* const end = text->data() + text->size();
    const auto parsed = std::from_chars(text->data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || !(value >= 0 && value <= 1000)) {
        throw UsageError("option '--guidance' takes a number from 0 to 1000, not '" + *text + "'");
    }
    return value;
}

// "512" or "512x768"
std::optional<std::pair<int64_t, int64_t>> sizeOf(const Arguments& arguments)
{
    const auto text = arguments.value("--size");
    if (!text) {
        return std::nullopt;
    }
    const size_t cross = text->find('x');
    const auto width = parseInteger(text->substr(0, cross));
    const auto height = cross == std::string::npos ? width : parseInteger(text->substr(cross + 1));
    const auto fits = [](const std::optional<int64_t>& side) {
        return side && *side >= 1 && *side <= largestSide;
    };
    if (!fits(width) || !fits(height)) {
        throw UsageError("option '--size' takes WIDTHxHEIGHT in pixels, each from 1 to "
            + std::to_string(largestSide) + ", or N for a square, not '" + *text + "'");
    }
    return std::pair {*width, *height};
}

} // namespace

std::vector<OptionSpec> generateOptionSpecs()
{
    std::vector<OptionSpec> specs {
        {.name = "--prompt", .value = "TEXT", .help = "what the picture shows", .isNeeded = true},
        {"--negative", "TEXT", "what it does not show"},
        {"--output", "FILE.png",
            "where it is written, picture.png by default; several have their number before the ending"},
        {"--steps", "N", "calls of the denoiser; PNDM makes one more"},
        {"--guidance", "X", "how closely the prompt is followed; 1 and less halve the work"},
        {"--scheduler", "NAME", "how noise is taken away: " + solverNames()},
        {"--size", "WxH",
            "the picture's size in pixels, multiples of 8 as a rule, up to 8192; N stands for NxN"},
        {"--seed", "N", "another one makes another picture, the same one the same; 0 by default"},
        {"--count", "N", "make N pictures, the next one's seed one higher; 1 by default"},
        {"--in-turn", "", "load, run and give back each part before the next one: the least memory"},
        {"--latents", "FOLDER", "write the latents before and after each step there, as .npy files"},
        {"--samples", "FILE.csv", "write the memory over time, as 'load' does"},
    };
    for (const OptionSpec& spec : sessionOptionSpecs()) {
        if (spec.name == "--mode" || spec.name == "--device" || spec.name == "--weights-type") {
            specs.push_back(spec);
        }
    }
    for (OptionSpec spec : loadOptionSpecs()) {
        if (spec.name == "--device-budget") {
            spec.help = "device memory that copied weights of all parts may take together; what does not fit "
                        "is brought while they run. Where no mode is given weights are streamed "
                        "then; pages that another mode binds in place take none of it";
        }
        specs.push_back(std::move(spec));
    }
    const std::vector<OptionSpec> http = httpOptionSpecs();
    specs.insert(specs.end(), http.begin(), http.end());
    return specs;
}

GenerateArguments generateArguments(const Arguments& arguments, Console& console)
{
    const SessionOptions session = sessionOptions(arguments, console);
    GenerateArguments result;
    result.folder = session.model;
    result.http = session.http;
    result.device = session.device;
    if (session.budgetShare > 0) {
        throw UsageError(
            "of a pipeline's parts, of which one runs at a time, '--device-budget' takes a size, as 500M");
    }
    result.parts = {session.load, session.weightsType, session.activationBudget};
    result.prompt = arguments.value("--prompt").value_or("");
    result.negativePrompt = arguments.value("--negative").value_or("");
    result.output = pathFromUtf8(arguments.value("--output").value_or("picture.png"));
    if (result.output.extension() != ".png") {
        throw UsageError(
            "option '--output' writes .png files, not '" + arguments.value("--output").value_or("") + "'");
    }
    if (const auto folder = arguments.value("--latents")) {
        result.latentsFolder = pathFromUtf8(*folder);
    }
    if (const auto file = arguments.value("--samples")) {
        result.samples = pathFromUtf8(*file);
    }
    const auto seed = arguments.integer("--seed", 0, std::numeric_limits<int64_t>::max());
    result.seed = static_cast<uint64_t>(seed.value_or(0));
    result.steps = arguments.integer("--steps", 1, mostSteps);
    result.guidance = guidanceOf(arguments);
    result.solver = solverOf(arguments);
    result.size = sizeOf(arguments);
    result.count = arguments.integer("--count", 1, 1000).value_or(1);
    result.inTurn = arguments.has("--in-turn");
    return result;
}

diffusion::GenerationRequest GenerateArguments::requestFrom(diffusion::GenerationRequest defaults) const
{
    defaults.prompt = prompt;
    defaults.negativePrompt = negativePrompt;
    defaults.seed = seed;
    defaults.steps = steps.value_or(defaults.steps);
    defaults.guidance = guidance.value_or(defaults.guidance);
    defaults.solver = solver.value_or(defaults.solver);
    if (size) {
        defaults.width = size->first;
        defaults.height = size->second;
    }
    defaults.count = count;
    defaults.inTurn = inTurn;
    defaults.parts = parts;
    return defaults;
}

std::filesystem::path GenerateArguments::outputFor(int64_t picture) const
{
    if (count == 1) {
        return output;
    }
    std::filesystem::path name = output.stem();
    name += "-";
    name += std::to_string(picture + 1);
    name += ".png";
    return output.parent_path() / name;
}

} // namespace weightless::cli
