// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/filetosave.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace weightless::ui {

// The type gives a name its ending before the dialog asks whether to replace what has it.
void chooseFileToSave(QWidget* parent, const QString& title, const QString& proposal, const QString& types,
    const std::function<void(const QString& path)>& save)
{
    auto* dialog = new QFileDialog(parent, title, QFileInfo(proposal).path(), types);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto endAs = [dialog](const QString& filter) {
        static const QRegularExpression ending(QStringLiteral("\\*\\.(\\w+)"));
        dialog->setDefaultSuffix(ending.match(filter).captured(1));
    };
    endAs(dialog->selectedNameFilter());
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, endAs);
    dialog->selectFile(proposal);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, save);
    dialog->open();
}

} // namespace weightless::ui
