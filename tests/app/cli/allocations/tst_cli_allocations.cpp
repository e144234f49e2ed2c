// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/allocations/failingnew.h"
#include "tests/app/cli/clirunner.h"
#include "tests/datafolder.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weightless::test;

int weightlessMain(int argc, char** argv); // app/cli/main.cpp

namespace {

constexpr unsigned limitSeconds = 120; // for one call, far more than it takes
constexpr int runsOfEachVerb =
    50; // others each time, where WEIGHTLESS_ALLOCATION_STEP does not say otherwise

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Memory that a child and its parent share.
class SharedWalk {
public:
    SharedWalk()
        : m_pages(::mmap(
            nullptr, sizeof(AllocationWalk), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
    {
        if (m_pages == MAP_FAILED) {
            qFatal("no memory to share with the child");
        }
        m_walk = new (m_pages) AllocationWalk;
    }
    ~SharedWalk() { ::munmap(m_pages, sizeof(AllocationWalk)); }
    SharedWalk(const SharedWalk&) = delete;
    SharedWalk& operator=(const SharedWalk&) = delete;

    AllocationWalk* operator->() const { return m_walk; }
    AllocationWalk& operator*() const { return *m_walk; }

private:
    void* m_pages;
    AllocationWalk* m_walk = nullptr;
};

// What escapes from a program's main ends it.
int callMain(int argc, char** argv) noexcept
{
    return weightlessMain(argc, argv);
}

// weightless-cli in a forked child, with one request for memory that fails.
class Call {
public:
    Call(std::vector<std::string> words, uint64_t failing)
        : m_errors(std::tmpfile())
    {
        m_walk->failing = failing;
        words.insert(words.begin(), "weightless-cli");
        std::vector<char*> arguments;
        for (std::string& word : words) {
            arguments.push_back(word.data());
        }
        arguments.push_back(nullptr);
        m_process = ::fork();
        if (m_process == 0) {
            beginChild();
            startAllocationWalk(*m_walk);
            std::exit(callMain(static_cast<int>(words.size()), arguments.data()));
        }
    }

    [[nodiscard]] pid_t process() const { return m_process; }
    [[nodiscard]] uint64_t allocations() const { return m_walk->count; }

    // What is wrong with how it ended; empty when it succeeded, or failed with an error line.
    [[nodiscard]] QByteArray verdict(int status) const
    {
        const QByteArray errors = errorText();
        if (WIFSIGNALED(status)) {
            return "signal " + QByteArray::number(WTERMSIG(status)) + " " + errors;
        }
        const int code = WEXITSTATUS(status);
        const bool hasErrorLine = errors.contains("weightless-cli: error: ");
        if (code > 1 || (code == 1 && !hasErrorLine)) {
            return "exit code " + QByteArray::number(code) + " with: " + errors;
        }
        return {};
    }

private:
    void beginChild() const
    {
        for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE}) {
            std::signal(signal, SIG_DFL); // Qt Test's handlers tell much more than is wanted
        }
        ::alarm(limitSeconds);
        const File nothing(std::fopen("/dev/null", "w"));
        ::dup2(::fileno(nothing.get()), STDOUT_FILENO);
        ::dup2(::fileno(m_errors.get()), STDERR_FILENO);
    }

    [[nodiscard]] QByteArray errorText() const
    {
        std::array<char, 4096> text {};
        std::rewind(m_errors.get());
        return {text.data(), static_cast<qsizetype>(std::fread(text.data(), 1, text.size(), m_errors.get()))};
    }

    SharedWalk m_walk;
    File m_errors;
    pid_t m_process = -1;
};

// As many calls at a time as there are processors; tells of each that ended badly.
class Walk {
public:
    explicit Walk(std::vector<std::string> words)
        : m_words(std::move(words))
    {
    }

    [[nodiscard]] uint64_t countAllocations()
    {
        const Call call(m_words, 0);
        int status = 0;
        ::waitpid(call.process(), &status, 0);
        const QByteArray verdict = call.verdict(status);
        if (!verdict.isEmpty()) {
            qWarning().noquote() << "without a failure:" << verdict;
            return 0;
        }
        return call.allocations();
    }

    int countBadEnds(uint64_t first, uint64_t last, uint64_t step)
    {
        const size_t width = std::max(2u, std::thread::hardware_concurrency());
        for (uint64_t failing = first; failing <= last; failing += step) {
            if (m_calls.size() == width) {
                awaitOne();
            }
            auto call = std::make_unique<Call>(m_words, failing);
            const pid_t process = call->process();
            m_calls.emplace(process, Running {failing, std::move(call)});
        }
        while (!m_calls.empty()) {
            awaitOne();
        }
        return m_badEnds;
    }

private:
    struct Running {
        uint64_t failing;
        std::unique_ptr<Call> call;
    };

    void awaitOne()
    {
        int status = 0;
        const auto ended = m_calls.find(::waitpid(-1, &status, 0));
        if (ended == m_calls.end()) {
            qFatal("a child that nobody started");
        }
        const QByteArray verdict = ended->second.call->verdict(status);
        if (!verdict.isEmpty()) {
            ++m_badEnds;
            qWarning().noquote() << "request" << ended->second.failing << "fails:" << verdict;
        }
        m_calls.erase(ended);
    }

    std::vector<std::string> m_words;
    std::map<pid_t, Running> m_calls;
    int m_badEnds = 0;
};

} // namespace

// The n-th request for memory fails: every verb ends with an error line, or did not need it.
class TestCliAllocations : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRequestMayFail_data();
    void everyRequestMayFail();
};

void TestCliAllocations::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    qunsetenv("WEIGHTLESS_VALIDATION"); // the validation layer's own requests are not what is tested
}

void TestCliAllocations::everyRequestMayFail_data()
{
    const std::string model = WEIGHTLESS_TEST_DATA "/models/mnist/model.onnx";
    QTest::addColumn<std::vector<std::string>>("words");
    QTest::newRow("inspect") << std::vector<std::string> {"inspect", model};
    QTest::newRow("inspect a file that is none") << std::vector<std::string> {"inspect", model + ".none"};
    QTest::newRow("load zero-copy") << std::vector<std::string> {"load", model, "--mode", "zero-copy"};
    QTest::newRow("load streamed") << std::vector<std::string> {"load", model, "--mode", "streamed"};
    QTest::newRow("load conventional") << std::vector<std::string> {"load", model, "--mode", "conventional"};
    QTest::newRow("run") << std::vector<std::string> {"run", model};
}

void TestCliAllocations::everyRequestMayFail()
{
    QFETCH(std::vector<std::string>, words);
    Walk walk(words);
    const uint64_t count = walk.countAllocations();
    QVERIFY(count > 0);
    uint64_t step = qEnvironmentVariable("WEIGHTLESS_ALLOCATION_STEP").toULongLong();
    if (step == 0) {
        step = std::max<uint64_t>(1, count / runsOfEachVerb);
    }
    const uint64_t first = 1 + QRandomGenerator::global()->bounded(static_cast<quint32>(step));
    qInfo("%llu requests, failing every %llu. from %llu on", static_cast<unsigned long long>(count),
        static_cast<unsigned long long>(step), static_cast<unsigned long long>(first));
    QCOMPARE(walk.countBadEnds(first, count, step), 0);
}

QTEST_APPLESS_MAIN(TestCliAllocations)
#include "tst_cli_allocations.moc"
