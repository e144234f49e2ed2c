// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/contextoptions.h"

#include "ui/text/text.h"

#include <QStandardPaths>

#include <utility>

namespace weightless::ui {

std::filesystem::path cacheFolder()
{
#ifdef Q_OS_WIN
    constexpr auto location = QStandardPaths::GenericDataLocation; // %LOCALAPPDATA%
    const std::filesystem::path below = "weightless/cache";
#else
    constexpr auto location = QStandardPaths::GenericCacheLocation;
    const std::filesystem::path below = "weightless";
#endif
    const QString base = QStandardPaths::writableLocation(location);
    return base.isEmpty() ? std::filesystem::path() : toPath(base) / below;
}

ContextOptions contextOptions(std::optional<int> device, LogSink log)
{
    ContextOptions options;
    options.device = device;
    options.log = std::move(log);
    options.pipelineCacheFolder = cacheFolder();
    return options;
}

LogSink warningSink(Task task, std::function<void(const Problem&)> report)
{
    return [task, report = std::move(report)](LogLevel level, const std::string& message) {
        if (level != LogLevel::Info)
            report(warningOf(task, fromUtf8(message)));
    };
}

} // namespace weightless::ui
