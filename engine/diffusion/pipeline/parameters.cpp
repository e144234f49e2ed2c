// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/parameters.h"

#include "engine/base/text.h"
#include "engine/base/version.h"
#include "engine/runtime/weightstypename.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace weightless::diffusion {

namespace {

std::string_view samplerName(Solver solver)
{
    switch (solver) {
    case Solver::Ddim:
        return "DDIM";
    case Solver::Pndm:
        return "PLMS";
    case Solver::Euler:
        return "Euler";
    case Solver::EulerAncestral:
        return "Euler a";
    case Solver::DpmSolverPp2M:
        return "DPM++ 2M";
    case Solver::Lcm:
        return "LCM";
    }
    return {};
}

std::string oneLine(std::string_view text)
{
    std::string line = validUtf8(text);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line;
}

std::string numberText(double value)
{
    std::array<char, 32> text {};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), written.ptr};
}

} // namespace

std::string parametersText(const GenerationRequest& request, uint64_t seed, std::string_view model)
{
    std::string text = oneLine(request.prompt) + "\n";
    if (!request.negativePrompt.empty()) {
        text += "Negative prompt: " + oneLine(request.negativePrompt) + "\n";
    }
    const std::string weights = request.parts.weightsType
        ? ", Weights: " + weightsTypeName(*request.parts.weightsType)
        : std::string();
    text += "Steps: " + std::to_string(request.steps)
        + ", Sampler: " + std::string(samplerName(request.solver))
        + ", CFG scale: " + numberText(request.guidance) + ", Seed: " + std::to_string(seed)
        + ", Size: " + std::to_string(request.width) + "x" + std::to_string(request.height)
        + ", Model: " + oneLine(model) + weights + ", Version: Weightless " + std::string(version());
    return text;
}

} // namespace weightless::diffusion
