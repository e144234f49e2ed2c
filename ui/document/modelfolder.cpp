// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/modelfolder.h"

#include "ui/text/text.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace weightless::ui {

namespace {

QString folderOf(const QString& modelPath)
{
    return modelPath.isEmpty() || isWebAddress(modelPath) ? QString() : QFileInfo(modelPath).absolutePath();
}

QString pathOf(const ModelDocumentPtr& document)
{
    return document ? fromPath(document->model.path) : QString();
}

} // namespace

QString modelFolder(const ModelDocumentPtr& document)
{
    return folderOf(pathOf(document));
}

QString proposedFile(const ModelDocumentPtr& document, const QString& name)
{
    return proposedFile(pathOf(document), name);
}

QString proposedFile(const QString& modelPath, const QString& name)
{
    QString folder = folderOf(modelPath);
    if (folder.isEmpty() || !QFileInfo(folder).isWritable())
        folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QDir(folder).filePath(name);
}

} // namespace weightless::ui
