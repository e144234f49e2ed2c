// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generatedialog.h"

#include "ui/generate/generatepage.h"
#include "ui/style/screenroom.h"

#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

GenerateDialog::GenerateDialog(
    const PipelinePlace& place, std::optional<int> device, RememberedForms* remembered, QWidget* parent)
    : QDialog(parent)
    , m_page(new GeneratePage(place, device, remembered, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("A picture from words: %1").arg(place.name()));
    resizeOnScreen(*this, {1080, 860});
    connect(m_page, &GeneratePage::reported, this, &GenerateDialog::reported);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

bool GenerateDialog::mayGo()
{
    m_page->keepChoices(); // while there is somebody to write them down
    const int unsaved = m_page->unsavedPictures();
    if (!m_page->isGenerating() || m_page->isStopping())
        return unsaved == 0 || mayLosePictures();
    QString text = tr("A picture is being made. Closing the window stops it.");
    if (unsaved > 0)
        text += QLatin1Char(' ') + tr("%Ln picture(s) that were made are in no file.", nullptr, unsaved);
    QMessageBox question(QMessageBox::Question, windowTitle(), text, QMessageBox::NoButton, this);
    QPushButton* stop = question.addButton(tr("Stop and Close"), QMessageBox::DestructiveRole);
    question.setDefaultButton(question.addButton(tr("Go On"), QMessageBox::RejectRole));
    question.exec();
    // A picture that was finished meanwhile is kept as well.
    if (question.clickedButton() != stop || (m_page->unsavedPictures() > unsaved && !mayLosePictures()))
        return false;
    m_page->cancel();
    return true;
}

bool GenerateDialog::mayLosePictures()
{
    QMessageBox question(QMessageBox::Question, windowTitle(),
        tr("%Ln picture(s) that were made are in no file. Closing the window loses them.", nullptr,
            m_page->unsavedPictures()),
        QMessageBox::NoButton, this);
    const QPushButton* lose = question.addButton(tr("Close Without Saving"), QMessageBox::DestructiveRole);
    QPushButton* save = question.addButton(tr("Save the One Shown…"), QMessageBox::AcceptRole);
    save->setEnabled(!m_page->isBusy());
    question.setDefaultButton(question.addButton(tr("Keep Open"), QMessageBox::RejectRole));
    question.exec();
    if (question.clickedButton() == save)
        m_page->savePicture();
    return question.clickedButton() == lose;
}

bool GenerateDialog::mayGoWith(const QWidget& window)
{
    const QList<GenerateDialog*> dialogs = window.findChildren<GenerateDialog*>();
    return std::ranges::all_of(dialogs, [](GenerateDialog* dialog) { return dialog->mayGo(); });
}

void GenerateDialog::reject()
{
    if (mayGo())
        QDialog::reject();
}

} // namespace weightless::ui
