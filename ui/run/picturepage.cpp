// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/picturepage.h"

#include "ui/text/text.h"
#include "widgets/pictureview.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

namespace weightless::ui {

PicturePage::PicturePage(QWidget* parent)
    : QWidget(parent)
    , m_view(new widgets::PictureView(this))
    , m_bar(new QWidget(this))
    , m_leastScore(new QDoubleSpinBox(m_bar))
    , m_count(new QLabel(m_bar))
{
    m_view->setAccessibleName(tr("Picture of the output"));
    m_leastScore->setRange(0.01, 1);
    m_leastScore->setSingleStep(0.05);
    m_leastScore->setValue(0.5);
    m_leastScore->setAccessibleName(tr("Least score of what is shown"));
    auto* label = new QLabel(tr("Least score:"), m_bar);
    label->setBuddy(m_leastScore);
    m_count->setAccessibleName(tr("How much was found"));
    auto* bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(label);
    bar->addWidget(m_leastScore);
    bar->addWidget(m_count, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_view, 1);
    m_bar->hide();
    connect(m_leastScore, &QDoubleSpinBox::valueChanged, this, &PicturePage::find);
}

std::optional<DetectionOutputs> PicturePage::detectionOf(const RunResult& result)
{
    if (result.inputPictures.empty())
        return std::nullopt;
    std::vector<NamedDescriptor> outputs;
    for (const OutputResult& output : result.outputs)
        outputs.push_back({output.name, output.descriptor});
    const auto found = findDetectionOutputs(outputs);
    const bool hasValues =
        found && result.outputs[found->boxes].values && result.outputs[found->scores].values;
    return hasValues ? found : std::nullopt;
}

void PicturePage::setLabels(std::vector<std::string> labels)
{
    m_labels = std::move(labels);
    if (m_result)
        find();
}

bool PicturePage::showOutput(const RunResultPtr& result, int index)
{
    ++m_question;
    m_result.reset();
    const bool hasOutput = result && index >= 0 && static_cast<size_t>(index) < result->outputs.size();
    const auto detection = hasOutput ? detectionOf(*result) : std::nullopt;
    const auto output = static_cast<size_t>(index);
    const bool isDetection = detection && (output == detection->boxes || output == detection->scores);
    m_bar->setVisible(isDetection);
    if (isDetection) {
        m_result = result;
        m_count->clear();
        m_view->setPicture(result->inputPictures.front().picture);
        find();
        return true;
    }
    m_view->setPicture(hasOutput ? result->outputs[output].picture : QImage());
    return !m_view->picture().isNull();
}

void PicturePage::find()
{
    if (!m_result)
        return;
    const auto outputs = detectionOf(*m_result);
    const InputPicture& input = m_result->inputPictures.front();
    const DetectionOptions options {
        .leastScore = m_leastScore->value(), .width = input.width, .height = input.height};
    const quint64 question = ++m_question;
    QtConcurrent::run([boxes = m_result->outputs[outputs->boxes].values,
                          scores = m_result->outputs[outputs->scores].values, options] {
        return detections(*boxes, *scores, options);
    }).then(this, [this, question](const std::vector<Detection>& found) {
        if (question == m_question)
            showFound(found);
    });
}

void PicturePage::showFound(const std::vector<Detection>& found)
{
    std::vector<widgets::PictureView::Box> boxes;
    for (const Detection& each : found) {
        const QString percent = tr("%1 %").arg(QLocale().toString(100 * each.score, 'f', 0));
        const QString name = each.label < m_labels.size() ? fromUtf8(m_labels[each.label]) : QString();
        boxes.push_back({.place = QRectF(QPointF(each.left, each.top), QPointF(each.right, each.bottom)),
            .text = name.isEmpty() ? percent : tr("%1 %2").arg(name, percent),
            .group = static_cast<int>(each.label)});
    }
    m_count->setText(tr("%Ln box(es)", nullptr, static_cast<int>(boxes.size())));
    m_view->setPicture(m_result->inputPictures.front().picture, std::move(boxes));
}

} // namespace weightless::ui
