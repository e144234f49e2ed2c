// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/schedule/noiseschedule.h"

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/diffusion/schedule/refusedsolvers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace weightless::diffusion {

namespace {

Error unsupported(const Config& config, const std::string& member, const std::string& value)
{
    return {ErrorKind::Unsupported,
        config.name() + ": " + member + " " + quotedName(value) + " is none that can be sampled with here"};
}

// In the place of a scheduler that has no solver here: the one that takes the fewest steps, where it can.
Solver substitute(const std::map<Solver, std::string>& refused)
{
    constexpr std::array choices {Solver::DpmSolverPp2M, Solver::Euler, Solver::Ddim};
    const auto* const choice =
        std::ranges::find_if(choices, [&](Solver solver) { return !refused.contains(solver); });
    return choice == choices.end() ? choices.front() : *choice;
}

template <typename Value, size_t count>
Value oneOf(const Config& config, const std::string& member, const std::string& text,
    const std::array<std::pair<std::string_view, Value>, count>& values)
{
    for (const auto& [name, value] : values) {
        if (name == text) {
            return value;
        }
    }
    throw unsupported(config, "'" + member + "'", text);
}

Prediction predictionOf(const Config& config)
{
    constexpr std::array<std::pair<std::string_view, Prediction>, 3> values {{
        {"epsilon", Prediction::Epsilon},
        {"v_prediction", Prediction::Velocity},
        {"sample", Prediction::Sample},
    }};
    return oneOf(config, "prediction_type", config.text("prediction_type", "epsilon"), values);
}

BetaSchedule betasOf(const Config& config, bool isScaledLinear)
{
    constexpr std::array<std::pair<std::string_view, BetaSchedule>, 3> values {{
        {"linear", BetaSchedule::Linear},
        {"scaled_linear", BetaSchedule::ScaledLinear},
        {"squaredcos_cap_v2", BetaSchedule::SquaredCosine},
    }};
    const std::string usual = isScaledLinear ? "scaled_linear" : "linear";
    return oneOf(config, "beta_schedule", config.text("beta_schedule", usual), values);
}

std::optional<Spacing> spacingOf(const Config& config)
{
    constexpr std::array<std::pair<std::string_view, Spacing>, 3> values {{
        {"leading", Spacing::Leading},
        {"linspace", Spacing::Linspace},
        {"trailing", Spacing::Trailing},
    }};
    if (!config.has("timestep_spacing")) {
        return std::nullopt;
    }
    return oneOf(config, "timestep_spacing", config.text("timestep_spacing"), values);
}

} // namespace

Spacing ScheduleConfig::spacingOf(Solver used) const
{
    const bool takesLeading = used == Solver::Ddim || used == Solver::Pndm || used == Solver::Lcm;
    return spacing.value_or(takesLeading ? Spacing::Leading : Spacing::Linspace);
}

ScheduleConfig readSchedule(const Config& config)
{
    if (config.listLength("trained_betas") > 0) {
        throw Error(ErrorKind::Unsupported,
            config.name() + ": 'trained_betas' is a table, which cannot be sampled with here");
    }
    const std::string className = config.text("_class_name", "PNDMScheduler");
    const std::optional<TrainingDefaults> training = trainingDefaultsOf(className);
    if (!training) {
        throw unsupported(config, "the scheduler", className);
    }
    const std::optional<Solver> own = solverFromClass(className);
    ScheduleConfig schedule;
    schedule.otherClass = own ? "" : className;
    schedule.prediction = predictionOf(config);
    schedule.betaSchedule = betasOf(config, training->isScaledLinear);
    schedule.betaStart = config.number("beta_start", training->betaStart, 1e-8, 0.5);
    schedule.betaEnd = config.number("beta_end", training->betaEnd, 1e-8, 0.999);
    schedule.trainTimesteps = config.integer("num_train_timesteps", schedule.trainTimesteps, 2, 100'000);
    schedule.spacing = spacingOf(config);
    schedule.stepsOffset = config.integer("steps_offset", 0, 0, schedule.trainTimesteps - 1);
    // PNDM's default differs from DDIM's and LCM's.
    schedule.setAlphaToOne = config.flag("set_alpha_to_one", own != Solver::Pndm);
    schedule.usesKarrasSigmas = config.flag("use_karras_sigmas", false);
    constexpr double smallest = 1e-6;
    constexpr double largest = 1e6;
    const auto sigmaOf = [&](const char* member, double least) {
        return config.has(member) ? std::optional(config.number(member, 0, least, largest)) : std::nullopt;
    };
    schedule.karrasSmallest = sigmaOf("sigma_min", smallest);
    schedule.karrasLargest =
        sigmaOf("sigma_max", std::nextafter(schedule.karrasSmallest.value_or(smallest), largest));
    schedule.lcmOriginalSteps =
        config.integer("original_inference_steps", schedule.lcmOriginalSteps, 1, schedule.trainTimesteps);
    schedule.lcmTimestepScaling = config.number("timestep_scaling", schedule.lcmTimestepScaling, 1e-3, 1e6);
    schedule.lowerOrderFinal = config.flag("lower_order_final", true);
    if (config.has("lambda_min_clipped")) {
        schedule.smallestLogRatio = config.number("lambda_min_clipped", 0, -1e6, 1e6);
    }
    schedule.refused = refusedSolvers(config);
    if (usedTimesteps(schedule, Solver::DpmSolverPp2M) < 2) {
        schedule.refused.try_emplace(Solver::DpmSolverPp2M,
            config.name() + ": 'lambda_min_clipped' leaves the scheduler "
                + std::string(toString(Solver::DpmSolverPp2M)) + " no timesteps; choose another scheduler");
    }
    schedule.solver = own.value_or(substitute(schedule.refused));
    return schedule;
}

std::vector<double> signalShares(const ScheduleConfig& config)
{
    const auto count = static_cast<size_t>(config.trainTimesteps);
    const auto total = static_cast<double>(count);
    const auto cosine = [](double share) {
        const double value = std::cos((share + 0.008) / 1.008 * std::numbers::pi / 2);
        return value * value;
    };
    std::vector<double> shares(count);
    double product = 1;
    for (size_t i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / (total - 1);
        double beta = config.betaStart + (config.betaEnd - config.betaStart) * share;
        if (config.betaSchedule == BetaSchedule::ScaledLinear) {
            const double start = std::sqrt(config.betaStart);
            const double root = start + (std::sqrt(config.betaEnd) - start) * share;
            beta = root * root;
        } else if (config.betaSchedule == BetaSchedule::SquaredCosine) {
            const auto step = static_cast<double>(i);
            beta = std::min(1 - cosine((step + 1) / total) / cosine(step / total), 0.999);
        }
        product *= 1 - beta;
        shares[i] = product;
    }
    return shares;
}

int64_t usedTimesteps(const ScheduleConfig& config, Solver solver)
{
    // Karras' sigmas are made from all of them, whatever is clipped.
    if (solver != Solver::DpmSolverPp2M || !config.smallestLogRatio || config.usesKarrasSigmas) {
        return config.trainTimesteps;
    }
    return std::ranges::count_if(signalShares(config),
        [&](double share) { return std::log(share / (1 - share)) / 2 >= *config.smallestLogRatio; });
}

std::vector<double> karrasSigmas(double smallest, double largest, int64_t count)
{
    constexpr double rho = 7;
    const double low = std::pow(smallest, 1 / rho);
    const double high = std::pow(largest, 1 / rho);
    std::vector<double> sigmas(static_cast<size_t>(count));
    for (size_t i = 0; i < sigmas.size(); ++i) {
        const double ramp = count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
        sigmas[i] = std::pow(high + ramp * (low - high), rho);
    }
    return sigmas;
}

} // namespace weightless::diffusion
