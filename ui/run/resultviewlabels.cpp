// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/results/labels.h"
#include "ui/document/modelfolder.h"
#include "ui/run/classespage.h"
#include "ui/run/outputreferences.h"
#include "ui/run/picturepage.h"
#include "ui/run/referencebuttons.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/run/textpage.h"
#include "ui/text/text.h"

#include <QFileDialog>

// The names of classes and the vocabulary that results are told with, and the files that outputs are compared
// with.
namespace weightless::ui {

namespace {

// Of a file that nobody asks for now: empty where it cannot be read.
std::vector<std::string> labelsIn(const std::filesystem::path& path)
{
    try {
        return path.empty() ? std::vector<std::string>() : readLabels(path);
    } catch (const Error&) {
        return {};
    }
}

QString addressOf(const ModelDocumentPtr& document)
{
    return document ? fromPath(document->model.path) : QString();
}

} // namespace

// Names of classes that were chosen for the model before, or that come along: in it, or in a file beside it.
void ResultView::findLabels()
{
    const ModelDocumentPtr& document = m_controller.document();
    const QString address = addressOf(document);
    const bool isFile = document && !isWebAddress(address);
    const RunChoices remembered = m_remembered.of(address);
    const std::vector<std::string> ofModel =
        document ? labelsOf(document->model.metadata) : std::vector<std::string>();
    std::vector<std::string> labels = labelsIn(toPath(remembered.labels));
    if (labels.empty())
        labels = ofModel;
    if (labels.empty() && isFile)
        labels = labelsIn(weightless::findLabels(document->model.path));
    m_picture->setClassCount(ofModel.size()); // a file's names may be of more
    setLabels(labels);
    std::error_code failure;
    const std::filesystem::path vocabulary = toPath(remembered.vocabulary);
    if (!vocabulary.empty() && std::filesystem::exists(vocabulary, failure))
        m_text->setVocabulary(vocabulary);
    else
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
        rememberLabels(path);
    } catch (const Error& error) {
        emit m_controller.reported(problemOf(Task::General, error));
    }
}

void ResultView::dropLabels()
{
    setLabels({});
    rememberLabels({});
}

void ResultView::rememberLabels(const QString& path)
{
    const QString address = addressOf(m_controller.document());
    RunChoices choices = m_remembered.of(address);
    choices.labels = path;
    m_remembered.remember(address, choices);
}

void ResultView::chooseVocabulary()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Vocabulary of the model"),
        modelFolder(m_controller.document()), tr("Vocabularies (*.json *.txt);;All files (*)"));
    if (path.isEmpty())
        return;
    m_text->setVocabulary(toPath(path));
    const QString address = addressOf(m_controller.document());
    RunChoices choices = m_remembered.of(address);
    choices.vocabulary = path;
    m_remembered.remember(address, choices);
}

void ResultView::setReferences(OutputReferences& references)
{
    m_references = &references;
    m_compare->setReferences(references);
}

void ResultView::chooseReference(const QString& output)
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Reference of the output"),
        modelFolder(m_controller.document()), tr("Tensors (*.npy *.pb);;All files (*)"));
    if (!path.isEmpty())
        m_references->choose(output, toPath(path));
}

} // namespace weightless::ui
