// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/pipelinenote.h"

#include "engine/base/text.h"

namespace weightless::diffusion {

std::string describe(const PipelineNote& note)
{
    switch (note.kind) {
    case PipelineNote::Kind::NoSchedule:
        return "The folder has no scheduler_config.json: noise is taken as Stable Diffusion 1.5's";
    case PipelineNote::Kind::OtherScheduler:
        return "There is no scheduler " + quotedName(note.scheduler)
            + " here, which the folder asks for: " + std::string(toString(note.solver))
            + " takes its place unless another one is chosen, with the noise that the model was trained with";
    case PipelineNote::Kind::RandomWeights:
        return "This is the demo: its weights are random numbers, so its pictures are noise";
    case PipelineNote::Kind::MaybeDistilled:
        return "The scheduler's timesteps are 'trailing', as those of models that were distilled to a few "
               "steps, which this one's name does not tell: if it was, take 1 to 8 steps and guidance 1";
    }
    return {};
}

} // namespace weightless::diffusion
