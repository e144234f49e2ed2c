// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/filetosave.h"

#include <QCompleter>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QMimeDatabase>
#include <QRegularExpression>

#include <memory>

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

struct Question {
    QString title;
    QString types;
    std::function<void(const QString& path)> save;
    std::function<QStringList(const QString& path)> filesOf; // empty: it writes the path, and the dialog asks
};

void choose(QWidget* parent, const Question& question, const QString& proposal, const QString& type);

// What is there of the files that are written, and was not asked about: the dialog has asked about the name
// as it was chosen, without the ending that it gets.
QStringList replacedUnasked(const Question& question, const QString& path, const QString& chosen)
{
    QStringList files;
    if (question.filesOf)
        files = question.filesOf(path);
    else if (path != chosen)
        files = QStringList {path};
    files.removeIf([](const QString& file) { return !QFileInfo(file).isFile(); }); // no folder is replaced
    return files;
}

QString mayReplaceText(const QStringList& files)
{
    const QString first = QFileInfo(files.front()).fileName();
    if (files.size() == 1)
        return QCoreApplication::translate("FileToSave", "'%1' is there already. Do you want to replace it?")
            .arg(first);
    return QCoreApplication::translate(
        "FileToSave", "%1 files are there already, from '%2' to '%3'. Do you want to replace them?")
        .arg(QLocale().toString(files.size()), first, QFileInfo(files.back()).fileName());
}

void take(QWidget* parent, const Question& question, const QString& chosen, const QString& type)
{
    const QStringList endings = endingsOf(question.types);
    const QString path = withEnding(chosen, type, endings);
    const auto again = [=] { choose(parent, question, path, type); };
    if (!hasEnding(path, endings))
        ask(parent, question.title,
            QCoreApplication::translate(
                "FileToSave", "'%1' is a name for another kind of file. Choose one that ends in %2.")
                .arg(QFileInfo(path).fileName(), QStringLiteral(".") + endings.join(QLatin1String(", ."))),
            QMessageBox::Ok, [again](bool) { again(); });
    else if (const QStringList files = replacedUnasked(question, path, chosen); !files.empty())
        ask(parent, question.title, mayReplaceText(files), QMessageBox::Yes | QMessageBox::No,
            [=](bool isYes) { isYes ? question.save(path) : again(); });
    else
        question.save(path);
}

// What was typed or chosen last, which is not what stands there: with another type of file Qt replaces what
// follows the last dot, also of a name that has no ending. Null for platforms' own dialogs, which have no
// field that could be asked.
std::shared_ptr<QString> rememberName(QFileDialog& dialog, const QString& proposed)
{
    const auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    if (!field)
        return nullptr;
    auto name = std::make_shared<QString>(proposed);
    const auto remember = [name](const QString& text) { *name = text; };
    QObject::connect(field, &QLineEdit::textEdited, &dialog, remember);
    if (const QCompleter* completer = field->completer())
        QObject::connect(completer, qOverload<const QString&>(&QCompleter::activated), &dialog, remember);
    QObject::connect(&dialog, &QFileDialog::currentChanged, &dialog, [remember](const QString& path) {
        if (!path.isEmpty() && !QFileInfo(path).isDir())
            remember(QFileInfo(path).fileName());
    });
    return name;
}

// What is typed may have a folder, from the one that the dialog shows.
QString absolutePath(const QFileDialog& dialog, const QString& typed)
{
    const bool isAtHome = typed.startsWith(QLatin1String("~/"));
    return QDir::cleanPath(
        isAtHome ? QDir::homePath() + typed.mid(1) : dialog.directory().absoluteFilePath(typed));
}

void choose(QWidget* parent, const Question& question, const QString& proposal, const QString& type)
{
    const QStringList endings = endingsOf(question.types);
    auto* dialog = new QFileDialog(parent, question.title, QFileInfo(proposal).path(), question.types);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite, bool(question.filesOf));
    dialog->selectNameFilter(type);
    const auto name = rememberName(*dialog, QFileInfo(proposal).fileName());
    const auto endAs = [dialog, endings, name](const QString& chosenType) {
        dialog->setDefaultSuffix(endingsOf(chosenType).value(0));
        const QString path = name ? absolutePath(*dialog, *name) : dialog->selectedFiles().value(0);
        if (path.isEmpty() || QFileInfo(path).isDir()) // where no name is there is the folder
            return;
        dialog->selectFile(as(path, chosenType, endings));
        if (name) // the dialog has gone to its folder, if there is one
            *name = dialog->directory().relativeFilePath(path);
    };
    dialog->setDefaultSuffix(endingsOf(type).value(0));
    dialog->selectFile(as(proposal, type, endings));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, endAs);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
        [=](const QString& path) { take(parent, question, path, dialog->selectedNameFilter()); });
    dialog->open();
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
    const std::function<void(const QString& path)>& save,
    const std::function<QStringList(const QString& path)>& filesOf)
{
    choose(parent, {title, types, save, filesOf}, proposal, types.section(QStringLiteral(";;"), 0, 0));
}

} // namespace weightless::ui
