// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/results/labels.h"
#include "ui/document/modelfolder.h"
#include "ui/run/classespage.h"
#include "ui/run/picturepage.h"
#include "ui/run/resultview.h"
#include "ui/run/textpage.h"
#include "ui/text/text.h"

#include <QFileDialog>

// The names of classes and the vocabulary that results are told with.
namespace weightless::ui {

// Names of classes that come along: in the model, or in a file beside it.
void ResultView::findLabels()
{
    const ModelDocumentPtr& document = m_controller.document();
    std::vector<std::string> labels;
    size_t classCount = 0; // a file's names may be of more
    if (document) {
        labels = labelsOf(document->model.metadata);
        classCount = labels.size();
        const std::filesystem::path path = labels.empty() && !isWebAddress(fromPath(document->model.path))
            ? weightless::findLabels(document->model.path)
            : std::filesystem::path();
        try {
            if (!path.empty())
                labels = readLabels(path);
        } catch (const Error&) {
            labels.clear(); // nobody asked for that file
        }
    }
    m_picture->setClassCount(classCount);
    setLabels(labels);
    const bool isFile = document && !isWebAddress(fromPath(document->model.path));
    m_text->setVocabulary(isFile ? Vocabulary::find(document->model.path) : std::filesystem::path());
}

void ResultView::setLabels(const std::vector<std::string>& labels)
{
    m_classes->setLabels(labels);
    m_picture->setLabels(labels);
}

void ResultView::chooseLabels()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Names of the classes"), modelFolder(m_controller.document()),
            tr("Names of classes (*.txt *.names *.csv *.tsv *.json);;All files (*)"));
    if (path.isEmpty())
        return;
    try {
        setLabels(readLabels(toPath(path)));
    } catch (const Error& error) {
        emit m_controller.reported(problemOf(Task::General, error));
    }
}

void ResultView::chooseVocabulary()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Vocabulary of the model"),
        modelFolder(m_controller.document()), tr("Vocabularies (*.json *.txt);;All files (*)"));
    if (!path.isEmpty())
        m_text->setVocabulary(toPath(path));
}

} // namespace weightless::ui
