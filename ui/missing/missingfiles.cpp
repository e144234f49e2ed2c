// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/missing/missingfiles.h"

#include "engine/onnx/datalocations.h"
#include "ui/text/text.h"

#include <QCoreApplication>

namespace fs = std::filesystem;

namespace weightless::ui {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(weightless::ui::MissingFiles)
};

// Empty when it worked.
QString link(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    fs::create_hard_link(from, to, error);
    if (!error)
        return {};
    return Texts::tr("%1 cannot be linked to %2 (%3). Copy it there, and reload the model.")
        .arg(fromPath(from), fromPath(to), QString::fromLocal8Bit(error.message().c_str()));
}

// Others are not read, and nothing is put there.
bool isBelow(const fs::path& location)
{
    return !location.has_root_path() && *location.begin() != "..";
}

} // namespace

std::vector<fs::path> missingFilesOf(const fs::path& model)
{
    std::vector<fs::path> missing;
    const auto named = onnx_io::dataLocationsOf(model);
    if (!named)
        return missing;
    for (const fs::path& location : *named) {
        std::error_code error;
        if (isBelow(location) && !fs::exists(model.parent_path() / location, error))
            missing.push_back(location);
    }
    return missing;
}

QStringList linkMissingFiles(
    const fs::path& model, const std::vector<fs::path>& missing, const fs::path& chosen)
{
    QStringList failures;
    for (size_t i = 0; i < missing.size(); ++i) {
        const fs::path from = i == 0 ? chosen : chosen.parent_path() / missing[i].filename();
        std::error_code error;
        if (i > 0 && !fs::exists(from, error))
            continue;
        const QString failure = link(from, model.parent_path() / missing[i]);
        if (!failure.isEmpty())
            failures.append(failure);
    }
    return failures;
}

} // namespace weightless::ui
