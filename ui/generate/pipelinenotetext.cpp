// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/pipelinenotetext.h"

#include "engine/base/text.h"
#include "ui/generate/generateform.h"
#include "ui/text/text.h"

namespace weightless::ui {

QString PipelineNoteText::of(const diffusion::PipelineNote& note)
{
    using Kind = diffusion::PipelineNote::Kind;
    switch (note.kind) {
    case Kind::NoSchedule:
        return tr("The folder has no scheduler_config.json: noise is taken as Stable Diffusion 1.5's.");
    case Kind::OtherScheduler:
        return tr("There is no scheduler %1 here, which the folder asks for: %2 takes its place unless "
                  "another one is chosen, with the noise that the model was trained with.")
            .arg(fromUtf8(quotedName(note.scheduler)), GenerateForm::solverTitle(note.solver));
    case Kind::RandomWeights:
        return tr("This is the demo: its weights are random numbers, so its pictures are noise.");
    case Kind::MaybeDistilled:
        return tr("The scheduler's timesteps are 'trailing', as those of models that were distilled to a few "
                  "steps, which this one's name does not tell: if it was, take 1 to 8 steps and guidance 1.");
    }
    return {};
}

} // namespace weightless::ui
