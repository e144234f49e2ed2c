// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/devicebenchmark.h"
#include "engine/runtime/devicelist.h"
#include "widgets/latestjob.h"

#include <QDialog>

#include <atomic>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace weightless::ui {

// What this machine's devices are, what the engine decides from that, and, when asked, what one reaches.
class DeviceDialog : public QDialog {
    Q_OBJECT

public:
    // Begins with that device, the best one by default.
    explicit DeviceDialog(
        std::optional<int> device, BenchmarkOptions benchmark = {}, QWidget* parent = nullptr);
    ~DeviceDialog() override;

signals:
    // What is known of a device may be other than before: contexts made from now on follow it. Also where
    // the measurement was stopped, or failed, after it had recorded something.
    void measured();

private:
    // Lists devices, or measures the one with an index.
    struct Job {
        std::optional<int> measured;
    };

    [[nodiscard]] QTableWidget* makeTable(const QString& name);
    void arrange();
    void work(const Job& job, uint64_t number, const std::stop_token& stop);
    [[nodiscard]] DeviceRates measure(int device, uint64_t number, const std::stop_token& stop);
    void tellOfRecord();
    void takeDevices(std::vector<ListedDevice> devices);
    void takeRates(int device, const DeviceRates& rates);
    void showDevice();
    void showTexts();
    void measureOrStop();
    void end(const QString& message);
    void copyAll() const;

    std::optional<int> m_wanted;
    BenchmarkOptions m_benchmark;
    std::vector<ListedDevice> m_devices;
    bool m_isMeasuring = false;
    QComboBox* m_device;
    QTableWidget* m_facts;
    QTableWidget* m_rates;
    QLabel* m_message;
    QPushButton* m_measure;
    QPushButton* m_copy;
    std::atomic<bool> m_hasRecord {false}; // that measured() has not told of
    widgets::LatestJob<Job> m_jobs; // last: its thread is joined before anything else goes
};

} // namespace weightless::ui
