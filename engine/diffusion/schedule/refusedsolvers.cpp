// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/refusedsolvers.h"

#include "engine/base/text.h"

#include <algorithm>
#include <vector>

namespace weightless::diffusion {

namespace {

enum class Kind { Flag, Number, Text };

struct Option {
    std::string member;
    Kind kind;
    std::vector<Solver> solvers; // whose class has it
    std::string usual; // what a configuration without it stands for
    std::vector<std::string> done; // what is sampled with here
};

std::vector<Option> optionsFor(const std::string& prediction)
{
    using enum Solver;
    const auto off = [](const char* member, std::vector<Solver> solvers) {
        return Option {member, Kind::Flag, std::move(solvers), "false", {"false"}};
    };
    // Euler's timesteps are logarithms only for velocities.
    const bool hasLogarithms = prediction == "v_prediction";
    return {
        off("clip_sample", {Ddim, Lcm}),
        off("thresholding", {Ddim, DpmSolverPp2M, Lcm}),
        off("rescale_betas_zero_snr", {Ddim, Euler, EulerAncestral, DpmSolverPp2M, Lcm}),
        off("use_exponential_sigmas", {Euler, DpmSolverPp2M}),
        off("use_beta_sigmas", {Euler, DpmSolverPp2M}),
        off("use_lu_lambdas", {DpmSolverPp2M}),
        off("use_flow_sigmas", {DpmSolverPp2M}),
        {"skip_prk_steps", Kind::Flag, {Pndm}, "false", {"true"}},
        {"solver_order", Kind::Number, {DpmSolverPp2M}, "2", {"2"}},
        // Diffusers takes other classes' values for the usual ones.
        {"algorithm_type", Kind::Text, {DpmSolverPp2M}, "dpmsolver++", {"dpmsolver++", "deis"}},
        {"solver_type", Kind::Text, {DpmSolverPp2M}, "midpoint", {"midpoint", "logrho", "bh1", "bh2"}},
        {"final_sigmas_type", Kind::Text, {Euler, DpmSolverPp2M}, "zero", {"zero"}},
        {"interpolation_type", Kind::Text, {Euler}, "linear", {"linear"}},
        {"timestep_type", Kind::Text, {Euler}, "discrete",
            hasLogarithms ? std::vector<std::string> {"discrete"}
                          : std::vector<std::string> {"discrete", "continuous"}},
    };
}

std::string valueOf(const Config& config, const Option& option)
{
    switch (option.kind) {
    case Kind::Flag:
        return config.flag(option.member, false) ? "true" : "false";
    case Kind::Number:
        return std::to_string(config.integer(option.member, 0, 0, 1000));
    case Kind::Text:
        return config.text(option.member);
    }
    return {};
}

} // namespace

std::map<Solver, std::string> refusedSolvers(const Config& config)
{
    std::map<Solver, std::string> refused;
    for (const Option& option : optionsFor(config.text("prediction_type"))) {
        const bool isThere = config.has(option.member);
        const std::string value = isThere ? valueOf(config, option) : option.usual;
        if (std::ranges::find(option.done, value) != option.done.end()) {
            continue;
        }
        for (const Solver solver : option.solvers) {
            refused.try_emplace(solver,
                config.name() + ": " + quotedName(option.member) + " is "
                    + (isThere ? quotedName(value) : "missing, which stands for " + quotedName(value))
                    + ", and the scheduler " + std::string(toString(solver)) + " samples with "
                    + quotedName(option.done.front()) + " alone; choose another scheduler");
        }
    }
    return refused;
}

} // namespace weightless::diffusion
