// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <QString>

namespace weightless::ui {

// Where a user who chooses a file is likely to find it: beside the model. Empty, which is where file dialogs
// were last, without a model or with one of a server.
[[nodiscard]] QString modelFolder(const ModelDocumentPtr& document);

// The path at which a file of that name is proposed to be saved: beside the model, or among the user's
// documents where there is no such folder, or nothing can be written into it.
[[nodiscard]] QString proposedFile(const ModelDocumentPtr& document, const QString& name);
// The same where only the model's path is known.
[[nodiscard]] QString proposedFile(const QString& modelPath, const QString& name);

} // namespace weightless::ui
