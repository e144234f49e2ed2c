// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/inputs/tensorio.h"
#include "engine/inspection/tensorsummary.h"
#include "engine/onnx/saver.h"
#include "ui/engine/engineworker.h"
#include "ui/run/pictures.h"
#include "ui/text/text.h"

#include <QStringList>

// What the worker writes and gives of a model.
namespace weightless::ui {

namespace {

bool isCsv(const QString& path)
{
    return path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
}

} // namespace

onnx_io::Progress EngineWorker::progressTo(void (EngineWorker::*advanced)(qint64, qint64))
{
    return [this, advanced, sinceReport = QElapsedTimer()](uint64_t done, uint64_t total) mutable {
        if (sinceReport.isValid() && sinceReport.elapsed() < 50 && done != total)
            return;
        sinceReport.start();
        emit(this->*advanced)(static_cast<qint64>(done), static_cast<qint64>(total));
    };
}

void EngineWorker::reportSaved(const onnx_io::SaveReport& report)
{
    if (report.clampedValues > 0) {
        QStringList names;
        for (const std::string& name : report.clampedTensors)
            names.append(fromUtf8(name));
        emit reported(warningOf(Task::SaveModel,
            tr("%1 values are beyond float16's range and became ±65504, in %2")
                .arg(static_cast<qulonglong>(report.clampedValues))
                .arg(names.join(QStringLiteral(", "))),
            tr("Save these weights as they are if the results matter.")));
    }
    if (report.isStructureRebuilt) {
        emit reported(warningOf(Task::SaveModel,
            tr("The model's file is gone or was changed. Its structure was written from what was read of it: "
               "documentation, quantisation notes and what this program does not know are lost.")));
    }
}

void EngineWorker::noteLeftFiles(const onnx_io::SaveReport& report)
{
    QStringList names;
    for (const std::string& name : report.leftFiles)
        names.append(fromUtf8(name));
    if (names.isEmpty())
        return;
    emit reported(noteOf(Task::SaveModel,
        tr("The replaced model named files for its data that are not known to be its alone. They stay: %1")
            .arg(names.join(QStringLiteral(", ")))));
}

// Its path was chosen while it was open.
void EngineWorker::checkIsOpen(quint64 generation, const QString& path) const
{
    if (generation != m_generation)
        throw Error(ErrorKind::InvalidState,
            "Another model was opened meanwhile: '" + toUtf8(path) + "' was not written");
}

void EngineWorker::saveModel(const SaveRequest& request)
{
    guarded(Task::SaveModel, m_generation, [&] {
        checkIsOpen(request.generation, request.path);
        onnx_io::SaveOptions options = request.options;
        options.files.stopToken = request.stop;
        options.files.onProgress = progressTo(&EngineWorker::saveAdvanced);
        const onnx_io::SaveReport report = m_session.save(toPath(request.path), options);
        reportSaved(report);
        noteLeftFiles(report);
        emit modelSaved(request.path);
    });
}

void EngineWorker::readValue(
    const QString& name, const std::vector<BodyStep>& bodies, const std::stop_token& stop)
{
    if (m_lastRun && !(m_isRunTold && m_session.hasInputsOfRun())) {
        emit valueRead(name, nullptr, ProblemText::inputsAreOfOtherRun());
        return;
    }
    try {
        const std::string wanted = toUtf8(name);
        emit valueRead(name,
            bodies.empty() ? m_session.valueOf(wanted, stop) : m_session.valueInside(bodies, wanted, stop),
            {});
    } catch (...) {
        emit valueRead(name, nullptr, fromUtf8(currentError().message()));
    }
}

// Tensor files and pictures; .csv is written number by number.
void EngineWorker::saveTensor(const TensorRequest& request)
{
    guarded(Task::Save, m_generation, [&] {
        const auto& [tensor, name, path, stop] = request;
        const auto onProgress = progressTo(&EngineWorker::tensorAdvanced);
        QString saved = path;
        if (isCsv(path)) {
            writeValuesCsv(toPath(path), {nullptr, tensor}, onProgress, stop);
        } else if (isTensorFileName(toPath(path))) {
            writeTensor(toPath(path), *tensor, toUtf8(name));
        } else {
            saved = savePictures(*tensor, name, path, onProgress, stop);
        }
        emit tensorSaved(saved);
    });
    emit tensorEnded();
}

void EngineWorker::extractTensor(const ExtractRequest& request)
{
    guarded(Task::SaveModel, m_generation, [&] {
        checkIsOpen(request.generation, request.path);
        if (isCsv(request.path)) {
            writeValuesCsv(toPath(request.path), {request.constant, nullptr},
                progressTo(&EngineWorker::saveAdvanced), request.stop);
            emit modelSaved(request.path);
            return;
        }
        onnx_io::ExtractOptions options;
        options.stopToken = request.stop;
        options.onProgress = progressTo(&EngineWorker::saveAdvanced);
        m_session.extract(toPath(request.path), *request.constant, options);
        emit modelSaved(request.path);
    });
}

} // namespace weightless::ui
