// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the open model's files, and reading them again.
#include "ui/missing/missingdatanotice.h"
#include "ui/text/text.h"
#include "ui/window/headerbar.h"
#include "ui/window/mainwindow.h"
#include "ui/window/modelwatch.h"
#include "ui/window/noticebar.h"
#include "ui/window/reloadquestion.h"
#include "widgets/plaintext.h"

#include <QFileInfo>

namespace weightless::ui {

void MainWindow::connectFiles()
{
    auto* missing = new MissingDataNotice(*m_controller, *m_notices, *this);
    connect(missing, &MissingDataNotice::reloadRequested, this, &MainWindow::reload);
    connect(missing, &MissingDataNotice::reported, this, &MainWindow::report);
    connect(missing, &MissingDataNotice::found, m_header, &HeaderBar::setMissingFile);
    connect(m_watch, &ModelWatch::lost, missing, &MissingDataNotice::tellLost);
    connect(m_watch, &ModelWatch::changed, this, [this](const QString& path, bool wasMissing) {
        const QString name = widgets::shownName(QFileInfo(path).fileName());
        m_notices->post({.id = QStringLiteral("changed"),
            .icon = QStringLiteral("refresh"),
            .text = wasMissing ? tr("%1 is there now.").arg(name) : tr("%1 was changed on disk.").arg(name),
            .actionText = tr("Reload"),
            .run = [this] { reload(); }});
    });
}

void MainWindow::openAgain()
{
    if (const ModelDocumentPtr& document = m_controller->document())
        openModel(document->secretPath);
}

void MainWindow::reload()
{
    if (const auto obstacle = m_watch->obstacle())
        report(*obstacle);
    else if (ReloadQuestion(*m_controller).mayReload(*this, m_watch->state()))
        openAgain();
}

} // namespace weightless::ui
