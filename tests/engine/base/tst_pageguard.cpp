// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace weightless;
using namespace weightless::test;

namespace {

constexpr size_t fileBytes = 1 << 20;

std::byte at(const FileMapping& mapping, size_t offset)
{
    return static_cast<const volatile std::byte*>(mapping.bytes().data())[offset];
}

// In a process of its own; true when a signal ended it. Qt's test library answers a bus error by aborting.
bool diesOfASignal(void (*action)(const std::filesystem::path&), const std::filesystem::path& path)
{
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            action(path);
        } catch (...) {
            ::_exit(1);
        }
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGBUS || WTERMSIG(status) == SIGABRT);
}

void readUnguarded(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    const FileMapping guarded(file); // the handler is there
    void* pages =
        ::mmap(nullptr, fileBytes, PROT_READ, MAP_SHARED, static_cast<int>(file->nativeHandle()), 0);
    std::filesystem::resize_file(path, 0);
    ::_exit(static_cast<const volatile char*>(pages)[0]);
}

void sendOne(const std::filesystem::path& path)
{
    const FileMapping guarded(File::open(path));
    ::raise(SIGBUS);
}

} // namespace

class TestPageGuard : public QObject {
    Q_OBJECT

private slots:
    void init() { m_path = m_folder.write("data", std::string(fileBytes, 'x')); }

    void truncatedPagesReadAsZerosAndAreRemembered()
    {
        const FileMapping mapping(File::open(m_path));
        mapping.checkIntact();
        std::filesystem::resize_file(m_path, fileBytes / 2);
        EXPECT_ERROR(mapping.checkIntact(), ErrorKind::Io, "changed or replaced"); // noticed before any fault
        QCOMPARE(at(mapping, fileBytes - 1), std::byte {0});
        QCOMPARE(at(mapping, 0), std::byte {'x'});
        EXPECT_ERROR(mapping.checkIntact(), ErrorKind::Io, "data' went away while they were in use");
        // Grown again, to the byte: what was read meanwhile stays wrong.
        std::filesystem::resize_file(m_path, fileBytes);
        EXPECT_ERROR(mapping.checkUnchanged(), ErrorKind::Io, "went away while they were in use");
        FileMapping(File::open(m_path)).checkUnchanged();
    }

    void manyThreadsMayFaultAtOnce()
    {
        const FileMapping mapping(File::open(m_path));
        std::filesystem::resize_file(m_path, 0);
        std::atomic<int> sum = 0;
        {
            std::vector<std::jthread> threads;
            for (size_t t = 0; t < 4; ++t) {
                threads.emplace_back([&, t] {
                    for (size_t page = t; page < fileBytes / 4096; page += 4) {
                        sum += static_cast<int>(at(mapping, page * 4096));
                    }
                });
            }
        }
        QCOMPARE(sum.load(), 0);
        EXPECT_ERROR(mapping.checkIntact(), ErrorKind::Io, "went away");
    }

    // More than one block of the list; the guards of mappings that are gone serve others.
    void manyMappingsAreGuarded()
    {
        for (int round = 0; round < 2; ++round) {
            init();
            std::vector<std::unique_ptr<FileMapping>> mappings;
            for (int i = 0; i < 600; ++i) {
                mappings.push_back(std::make_unique<FileMapping>(File::open(m_path)));
            }
            mappings.erase(mappings.begin() + 100, mappings.begin() + 300);
            std::filesystem::resize_file(m_path, 4096);
            QCOMPARE(at(*mappings.back(), 4096), std::byte {0});
            QCOMPARE(at(*mappings.front(), 4095), std::byte {'x'});
            EXPECT_ERROR(mappings.back()->checkIntact(), ErrorKind::Io, "went away");
            EXPECT_ERROR(mappings.front()->checkIntact(), ErrorKind::Io, "changed or replaced");
        }
    }

    // As the software driver's threads are.
    void threadsThatBlockEverySignalAreProtected()
    {
        sigset_t all;
        sigset_t before;
        ::sigfillset(&all);
        ::sigdelset(&all, SIGSYS);
        const FileMapping mapping(File::open(m_path));
        std::atomic<bool> mayRead = false;
        std::atomic<int> value = -1;
        ::pthread_sigmask(SIG_SETMASK, &all, &before);
        std::jthread reader([&] {
            mayRead.wait(false);
            value = static_cast<int>(at(mapping, 0));
        });
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        const bool isProtected = FileMapping::protectThreads() && FileMapping::protectThreads();
        std::filesystem::resize_file(m_path, isProtected ? 0 : fileBytes);
        mayRead = true;
        mayRead.notify_all();
        reader.join();
        QVERIFY(isProtected);
        QCOMPARE(value.load(), 0);
    }

    void otherFaultsGoWhereTheyWent()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizer has its own idea of faults");
#endif
        QVERIFY(diesOfASignal(readUnguarded, m_path));
        init();
        QVERIFY(diesOfASignal(sendOne, m_path));
    }

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_path;
};

QTEST_GUILESS_MAIN(TestPageGuard)
#include "tst_pageguard.moc"
