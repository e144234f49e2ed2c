// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/problem.h"

#include "ui/text/text.h"

#include <QRegularExpression>

namespace weightless::ui {

QString ProblemText::severity(Severity severity)
{
    switch (severity) {
    case Severity::Information:
        return tr("Note");
    case Severity::Warning:
        return tr("Warning");
    case Severity::Error:
        return tr("Error");
    }
    return {};
}

QString ProblemText::task(Task task)
{
    switch (task) {
    case Task::General:
        return tr("General");
    case Task::ListDevices:
        return tr("Devices");
    case Task::Open:
        return tr("Open");
    case Task::Build:
        return tr("Plan");
    case Task::Load:
        return tr("Load");
    case Task::Unload:
        return tr("Unload");
    case Task::Run:
        return tr("Run");
    case Task::Generate:
        return tr("Picture from words");
    case Task::Save:
    case Task::SaveModel:
        return tr("Save");
    case Task::WriteDemo:
        return tr("Demo model");
    }
    return {};
}

namespace {

QString adviceForIo(Task task)
{
    switch (task) {
    case Task::Open:
        return ProblemText::tr("Check that the file and its external data are there and readable.");
    case Task::Load:
        return ProblemText::tr("Restore the file, or open the model again if it was changed, then start the "
                               "load again: it goes on from what is still loaded.");
    case Task::Generate:
        return ProblemText::tr("Check that the models are there and readable, then open their folder again.");
    case Task::Save:
    case Task::SaveModel:
    case Task::WriteDemo:
        return ProblemText::tr("Check the folder, its permissions and the free space, or choose another.");
    default:
        return ProblemText::tr("Check that the file is there and readable.");
    }
}

QString adviceForArgument(Task task)
{
    switch (task) {
    case Task::Open:
        return ProblemText::tr("Choose an ONNX model; if this file is one, export it again.");
    case Task::Build:
        return ProblemText::tr("Change the free dimensions on the Load page. The model can be inspected.");
    case Task::Run:
        return ProblemText::tr(
            "Change the sources of the inputs, or the free dimensions of this run, on the Run page.");
    case Task::Generate:
        return ProblemText::tr("Change what the picture is made with, and make it again.");
    case Task::Save:
        return ProblemText::tr("Choose another name.");
    default:
        return {};
    }
}

QString adviceForUnsupported(Task task)
{
    switch (task) {
    case Task::ListDevices:
        return ProblemText::tr("Everything but loading and running works without one."); // a driver
    case Task::Build:
        return ProblemText::tr(
            "The model can be inspected, but not loaded and run on this device as it is. If "
            "something is too large, choose smaller free dimensions on the Load page.");
    case Task::Run:
        return ProblemText::tr("Choose smaller sizes for this run, or another device.");
    default:
        return {};
    }
}

} // namespace

QString ProblemText::whole(const Problem& problem)
{
    return problem.advice.isEmpty() ? problem.message : problem.message + QLatin1Char('\n') + problem.advice;
}

QString ProblemText::advice(Task task, ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Io:
        return adviceForIo(task);
    case ErrorKind::InvalidArgument:
        return adviceForArgument(task);
    case ErrorKind::Unsupported:
        return adviceForUnsupported(task);
    case ErrorKind::OutOfMemory:
        return task == Task::Generate
            ? tr("Close other programs that use the device, choose a smaller picture, or load one part after "
                 "the other.")
            : tr("Close other programs that use the device, unload the model, or choose smaller free "
                 "dimensions or another device.");
    case ErrorKind::DeviceLost:
        return task == Task::Generate
            ? tr("The device stopped answering. Open the folder again; if it happens again, restart the "
                 "program or update the driver.")
            : tr("The device stopped answering. Plan the model again; if it happens again, restart the "
                 "program or update the driver.");
    case ErrorKind::InvalidState:
        return task == Task::Run ? tr("Load the model first.") : QString();
    case ErrorKind::Internal:
        return tr("This is a mistake in the program. Please report it with this text.");
    case ErrorKind::Cancelled:
        return {};
    }
    return {};
}

QString ProblemText::fixedModelAdvice()
{
    return tr("What is wrong is in the file: export the model again. As it is, it can be inspected.");
}

QString ProblemText::deviceAdvice(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::InvalidArgument:
        return tr("Choose another device. The model can be inspected.");
    case ErrorKind::Unsupported:
        return advice(Task::ListDevices, kind);
    default:
        return advice(Task::Build, kind);
    }
}

QString ProblemText::weightsTypeAdvice()
{
    return tr(
        "Choose “as they are stored” under Weights on the Load page: the model may be possible with the "
        "type of numbers that it has.");
}

QString ProblemText::webAdvice()
{
    return tr("Check the address and the network, then open it again.");
}

QString ProblemText::inputsAreOfOtherRun()
{
    return tr(
        "The inputs of the run that is shown are gone: those of a run that did not end took their place. "
        "Run the model again to see this value.");
}

QString ProblemText::serverAdvice()
{
    return tr("Start the server or the network again, then go on. If the model was changed there, open it "
              "again.");
}

Problem problemOf(Task task, const Error& error)
{
    Problem problem;
    problem.severity = error.kind() == ErrorKind::Cancelled ? Severity::Information : Severity::Error;
    problem.task = task;
    problem.kind = error.kind();
    problem.message = fromUtf8(error.message());
    problem.advice = ProblemText::advice(task, error.kind());
    // What a server does not give is in no folder.
    static const QRegularExpression address(QStringLiteral("https?://"));
    if (error.kind() == ErrorKind::Io && problem.message.contains(address))
        problem.advice = task == Task::Open ? ProblemText::webAdvice() : ProblemText::serverAdvice();
    return problem;
}

Problem warningOf(Task task, const QString& message, const QString& advice)
{
    Problem problem;
    problem.severity = Severity::Warning;
    problem.task = task;
    problem.kind = ErrorKind::InvalidArgument;
    problem.message = message;
    problem.advice = advice;
    return problem;
}

Problem noteOf(Task task, const QString& message)
{
    Problem problem = warningOf(task, message);
    problem.severity = Severity::Information;
    return problem;
}

} // namespace weightless::ui
