// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QString>
#include <QThread>

#include <utility>

namespace weightless::ui {

// An object that lives on a thread of its own, is called through that thread's events, and is deleted there.
// The destructor waits for the call that runs; calls that still wait are dropped.
template <typename Worker>
class WorkerThread {
public:
    // Takes the worker; nothing runs before start(), so that its signals can be connected first.
    WorkerThread(const QString& name, Worker* worker)
        : m_worker(worker)
    {
        m_thread.setObjectName(name);
        m_worker->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    }
    ~WorkerThread()
    {
        if (!m_thread.isRunning())
            delete m_worker;
        m_thread.quit();
        m_thread.wait();
    }
    WorkerThread(const WorkerThread&) = delete;
    WorkerThread& operator=(const WorkerThread&) = delete;

    void start() { m_thread.start(); }
    // For connections.
    [[nodiscard]] Worker* worker() const { return m_worker; }

    // `call` takes the worker, on its thread.
    template <typename Call>
    void post(Call&& call)
    {
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, call = std::forward<Call>(call)] { call(*worker); },
            Qt::QueuedConnection);
    }

private:
    QThread m_thread;
    Worker* m_worker;
};

} // namespace weightless::ui
