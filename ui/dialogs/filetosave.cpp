// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/filetosave.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeDatabase>
#include <QRegularExpression>

namespace weightless::ui {

namespace {

bool hasEnding(const QString& path, const QStringList& endings)
{
    return endings.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

QString firstEnding(const QString& type)
{
    return QLatin1Char('.') + endingsOf(type).value(0);
}

// The same name as another type.
QString as(const QString& path, const QString& type, const QStringList& endings)
{
    if (hasEnding(path, endingsOf(type)))
        return path;
    const qsizetype kept = hasEnding(path, endings) ? path.lastIndexOf(QLatin1Char('.')) : path.size();
    return path.left(kept) + firstEnding(type);
}

void ask(QWidget* parent, const QString& title, const QString& text, QMessageBox::StandardButtons buttons,
    const std::function<void(bool isYes)>& answered)
{
    auto* box = new QMessageBox(QMessageBox::Warning, title, text, buttons, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    QObject::connect(box, &QMessageBox::finished, parent,
        [answered](int button) { answered(button == QMessageBox::Yes); });
    box->open();
}

} // namespace

QStringList endingsOf(const QString& types)
{
    static const QRegularExpression ending(QStringLiteral("\\*\\.(\\w+)"));
    QStringList endings;
    for (auto match = ending.globalMatch(types); match.hasNext();)
        endings.append(match.next().captured(1));
    return endings;
}

QString withEnding(const QString& path, const QString& chosenType, const QStringList& endings)
{
    const bool isOther = !QMimeDatabase().suffixForFileName(path).isEmpty();
    return hasEnding(path, endings) || isOther ? path : path + firstEnding(chosenType);
}

void chooseFileToSave(QWidget* parent, const QString& title, const QString& proposal, const QString& types,
    const std::function<void(const QString& path)>& save)
{
    const QStringList endings = endingsOf(types);
    auto* dialog = new QFileDialog(parent, title, QFileInfo(proposal).path(), types);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto endAs = [dialog, endings](const QString& type) {
        dialog->setDefaultSuffix(endingsOf(type).value(0));
        if (const QStringList files = dialog->selectedFiles(); files.size() == 1)
            dialog->selectFile(as(files.front(), type, endings));
    };
    dialog->setDefaultSuffix(endings.value(0));
    dialog->selectFile(as(proposal, dialog->nameFilters().value(0), endings));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, endAs);
    const auto take = [=](const QString& chosen) {
        const QString path = withEnding(chosen, dialog->selectedNameFilter(), endings);
        const auto again = [=] { chooseFileToSave(parent, title, path, types, save); };
        if (!hasEnding(path, endings))
            ask(parent, title,
                QCoreApplication::translate(
                    "FileToSave", "'%1' is a name for another kind of file. Choose one that ends in %2.")
                    .arg(
                        QFileInfo(path).fileName(), QStringLiteral(".") + endings.join(QLatin1String(", ."))),
                QMessageBox::Ok, [again](bool) { again(); });
        else if (path != chosen && QFileInfo::exists(path)) // the dialog has asked about another one
            ask(parent, title,
                QCoreApplication::translate("FileToSave", "'%1' is there already. Do you want to replace it?")
                    .arg(QFileInfo(path).fileName()),
                QMessageBox::Yes | QMessageBox::No, [=](bool isYes) { isYes ? save(path) : again(); });
        else
            save(path);
    };
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, take);
    dialog->open();
}

} // namespace weightless::ui
