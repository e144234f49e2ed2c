// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docs/windowdocs.h"

#include "engine/base/error.h"
#include "ui/text/text.h"
#include "ui/window/launchoptions.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

namespace weightless::docs {

WindowOptions windowOptions(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    WindowOptions result;
    result.description = ui::toUtf8(ui::LaunchParser::description());
    for (const QCommandLineOption& option : ui::LaunchParser::options()) {
        result.options.push_back({"--" + ui::toUtf8(option.names().constFirst()),
            ui::toUtf8(option.valueName()), ui::toUtf8(option.description())});
    }
    result.options.push_back({"--help", "", "Show this text and quit."});
    result.options.push_back({"--version", "", "Show the version and quit."});
    return result;
}

void drawIcons(const std::filesystem::path& svg, const std::filesystem::path& folder)
{
    QSvgRenderer renderer(QString::fromStdString(svg.string()));
    if (!renderer.isValid()) {
        throw Error(ErrorKind::Io, "Cannot read the icon " + svg.string());
    }
    std::filesystem::create_directories(folder);
    for (const int size : {16, 22, 24, 32, 48, 64, 128, 256, 512}) {
        QImage image(size, size, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        const std::filesystem::path file = folder / (std::to_string(size) + ".png");
        if (!image.save(QString::fromStdString(file.string()))) {
            throw Error(ErrorKind::Io, "Cannot write the icon " + file.string());
        }
    }
}

} // namespace weightless::docs
