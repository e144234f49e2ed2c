// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "ui/compare/comparedialog.h"
#include "ui/demodialog.h"
#include "ui/project/projectdialog.h"
#include "ui/text.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QProgressDialog>

// What the main window asks in dialogs, and the windows beside it.
namespace weightless::ui {

void MainWindow::chooseModel()
{
    const QString folder = m_path.isEmpty() ? QString() : QFileInfo(m_path).absolutePath();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a model"), folder, tr("ONNX models (*.onnx);;All files (*)"));
    if (!path.isEmpty())
        openModel(path);
}

void MainWindow::chooseUrl()
{
    const QString copied = QGuiApplication::clipboard()->text().trimmed();
    bool isAccepted = false;
    const QString url = QInputDialog::getText(this, tr("Open a model from the web"),
        tr("Address of an ONNX model (http:// or https://):"), QLineEdit::Normal,
        isWebAddress(copied) ? copied : QStringLiteral("https://"), &isAccepted)
                            .trimmed();
    if (!isAccepted || url.isEmpty())
        return;
    if (isWebAddress(url)) {
        openModel(url);
        return;
    }
    report(warningOf(Task::Open, tr("%1 is no web address").arg(url),
        tr("Begin it with http:// or https://, or open a file with File > Open.")));
}

void MainWindow::chooseProject()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open a folder of models"), m_path.isEmpty() ? QString() : QFileInfo(m_path).absolutePath());
    if (!folder.isEmpty())
        openProject(folder);
}

void MainWindow::openProject(const QString& folder)
{
    auto* dialog = new ProjectDialog(folder, m_controller->device(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProjectDialog::modelRequested, this, &MainWindow::openModel);
    connect(dialog, &ProjectDialog::reported, this, &MainWindow::report);
    dialog->show();
}

void MainWindow::writeDemo(DemoPart part)
{
    if (m_controller->isWritingDemo())
        return;
    DemoDialog dialog(part, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    DemoRequest request {.part = part, .options = dialog.options(), .path = {}, .stop = {}};
    request.path = QFileDialog::getSaveFileName(this, tr("Write the demo model"),
        fromUtf8(demoPartName(part)) + QStringLiteral(".onnx"), tr("ONNX models (*.onnx)"));
    if (request.path.isEmpty())
        return;
    m_demoProgress =
        new QProgressDialog(tr("Writing %1…").arg(DemoDialog::title(part)), tr("Cancel"), 0, 1000, this);
    m_demoProgress->setWindowModality(Qt::WindowModal);
    m_demoProgress->setMinimumDuration(200);
    m_demoProgress->setAutoReset(false);
    connect(m_demoProgress, &QProgressDialog::canceled, m_controller, &EngineController::cancelDemo);
    m_controller->writeDemo(std::move(request));
}

void MainWindow::compareModes()
{
    const ModelDocumentPtr& document = m_controller->document();
    if (!document)
        return;
    ComparisonRequest request;
    request.model = fromPath(document->model.path);
    request.device = m_controller->device();
    if (const BuiltGraphPtr& graph = m_controller->graph())
        request.freeDimensions = graph->freeDimensions;
    auto* dialog = new CompareDialog(std::move(request), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::endDemo(const QString& path, bool isWritten)
{
    if (m_demoProgress)
        m_demoProgress->deleteLater();
    m_demoProgress = nullptr;
    if (isWritten)
        openModel(path);
}

} // namespace weightless::ui
