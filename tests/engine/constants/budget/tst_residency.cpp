// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/residency.h"

#include <QTest>

#include <map>
#include <numeric>
#include <random>

using namespace weightless;

namespace {

constexpr uint64_t unit = 256;

// Some constants, used in order, some of them again, now and then two by one step.
ResidencyTerms randomTerms(std::mt19937& random, size_t constants, uint64_t mostUnits)
{
    ResidencyTerms terms;
    terms.rates = {1e6, 1e-5, 1e6, {}, true};
    for (size_t i = 0; i < constants; ++i) {
        terms.sizes.push_back((1 + random() % mostUnits) * unit);
    }
    for (size_t i = 0; i < constants; ++i) {
        ConstantStep step {{i}, random() % 2000};
        if (i > 0 && random() % 3 == 0) {
            step.constants.push_back(random() % i);
        }
        terms.uses.steps.push_back(step);
    }
    return terms;
}

uint64_t total(const ResidencyTerms& terms)
{
    return std::accumulate(terms.sizes.begin(), terms.sizes.end(), uint64_t {0});
}

// What a plan promises: places do not meet, every step finds its constants, and nothing is overwritten before
// it was used.
void checkSound(const ResidencyTerms& terms, const Residency& residency)
{
    std::vector<ConstantStep> steps = terms.uses.steps;
    for (const auto& node : terms.uses.laterNodes) {
        steps.push_back({node, 0});
    }
    uint64_t end = 0;
    for (size_t i = 0; i < terms.sizes.size(); ++i) {
        if (residency.places[i]) {
            QVERIFY(*residency.places[i] >= end);
            end = *residency.places[i] + terms.sizes[i];
        }
    }
    QVERIFY(end <= residency.window.beginBytes);
    QVERIFY(residency.window.endBytes <= terms.poolBytes);
    std::map<size_t, Visit> present;
    size_t next = 0;
    for (size_t step = 0; step < steps.size(); ++step) {
        for (; next < residency.visits.size() && residency.visits[next].firstStep <= step; ++next) {
            const Visit& visit = residency.visits[next];
            QVERIFY(visit.offsetBytes >= residency.window.beginBytes);
            QVERIFY(visit.offsetBytes + visit.sizeBytes <= residency.window.endBytes);
            QVERIFY(visit.offsetBytes / terms.slabBytes
                == (visit.offsetBytes + visit.sizeBytes - 1) / terms.slabBytes);
            QVERIFY(!visit.after || *visit.after < visit.firstStep);
            std::erase_if(present, [&](const auto& entry) {
                const Visit& other = entry.second;
                const bool meets = other.offsetBytes < visit.offsetBytes + visit.sizeBytes
                    && visit.offsetBytes < other.offsetBytes + other.sizeBytes;
                if (meets && other.lastStep >= step) {
                    qFatal("overwritten before its last use");
                }
                return meets;
            });
            present.insert_or_assign(visit.constant, visit);
        }
        for (const size_t constant : steps[step].constants) {
            QVERIFY(residency.stays(constant) || present.contains(constant));
        }
    }
    QCOMPARE(next, residency.visits.size());
}

// The shortest run of all choices, the window being what they leave.
double shortest(const ResidencyTerms& terms)
{
    double best = 1e300;
    for (size_t choice = 0; choice < size_t {1} << terms.sizes.size(); ++choice) {
        const auto stays = [&](size_t constant) { return (choice >> constant & 1u) != 0; };
        uint64_t resident = 0;
        for (size_t i = 0; i < terms.sizes.size(); ++i) {
            resident += stays(i) ? terms.sizes[i] : 0;
        }
        if (resident > terms.poolBytes) {
            continue;
        }
        const auto visits =
            layOutVisits(terms.uses.steps, [&](size_t each) { return stays(each) ? 0 : terms.sizes[each]; },
                {resident, terms.poolBytes, terms.slabBytes});
        if (visits) {
            best = std::min(best, estimateRun(terms.uses.steps, *visits, terms.rates).seconds);
        }
    }
    return best;
}

} // namespace

class TestResidency : public QObject {
    Q_OBJECT

private slots:
    void everythingStaysWhereItFits();
    void theLeastIsEnough();
    void isSoundForAnyPool();
    void keepsToSlabs();
    void isNearTheBestOfAllChoices();
    void movesLittleMoreThanTheBound();
    void keepsWhatCannotComeAndGo();
    void whatNoStepReadsNeedsNoRoom();
    void whatIsThereIsUsedAgain();
    void bringingAheadHidesIt();
    void choosesExactlyForFew();
    void manyTakeLittleTime_data();
    void manyTakeLittleTime();
};

void TestResidency::everythingStaysWhereItFits()
{
    std::mt19937 random(1);
    ResidencyTerms terms = randomTerms(random, 20, 50);
    terms.poolBytes = total(terms);
    const auto residency = planResidency(terms);
    QVERIFY(residency);
    QVERIFY(residency->visits.empty());
    QCOMPARE(residency->residentBytes, total(terms));
    QCOMPARE(residency->run.broughtBytes, uint64_t {0});
}

void TestResidency::theLeastIsEnough()
{
    std::mt19937 random(2);
    for (int i = 0; i < 50; ++i) {
        ResidencyTerms terms = randomTerms(random, 2 + random() % 20, 50);
        terms.uses.laterNodes = {{0, 1}};
        terms.poolBytes = leastPoolBytes(terms);
        const auto residency = planResidency(terms);
        QVERIFY(residency);
        checkSound(terms, *residency);
        terms.poolBytes -= unit;
        QVERIFY(!planResidency(terms));
    }
}

void TestResidency::isSoundForAnyPool()
{
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        ResidencyTerms terms = randomTerms(random, 1 + random() % 60, 1 + random() % 200);
        const uint64_t least = leastPoolBytes(terms);
        terms.poolBytes = least + random() % (total(terms) - least + 1) / unit * unit;
        const auto residency = planResidency(terms);
        QVERIFY(residency);
        checkSound(terms, *residency);
    }
}

void TestResidency::keepsToSlabs()
{
    std::mt19937 random(4);
    for (int i = 0; i < 100; ++i) {
        ResidencyTerms terms = randomTerms(random, 30, 40);
        terms.slabBytes = 100 * unit;
        terms.poolBytes = 250 * unit;
        const auto residency = planResidency(terms);
        QVERIFY(residency);
        checkSound(terms, *residency);
    }
}

void TestResidency::isNearTheBestOfAllChoices()
{
    std::mt19937 random(5);
    double worst = 1;
    for (int i = 0; i < 150; ++i) {
        ResidencyTerms terms = randomTerms(random, 2 + random() % 8, 30);
        const uint64_t least = leastPoolBytes(terms);
        terms.poolBytes = least + random() % (total(terms) - least + 1) / unit * unit;
        terms.rates.overlaps = i % 2 == 0;
        const auto residency = planResidency(terms);
        QVERIFY(residency);
        const double best = shortest(terms);
        if (!terms.rates.overlaps) {
            QVERIFY(best > 0); // the estimate of shortest() follows the same rates
        }
        worst = std::max(worst, residency->run.seconds / best);
    }
    qInfo("worst %.4f times the best", worst);
    QVERIFY(worst < 1.05);
}

void TestResidency::movesLittleMoreThanTheBound()
{
    std::mt19937 random(6);
    for (const double share : {0.2, 0.4, 0.6, 0.8}) {
        ResidencyTerms terms = randomTerms(random, 500, 200);
        for (ConstantStep& step : terms.uses.steps) {
            step.constants.resize(1); // each is brought once: what does not stay has to come
        }
        const auto all = static_cast<double>(total(terms));
        terms.poolBytes = static_cast<uint64_t>(all * share) / unit * unit;
        const auto residency = planResidency(terms);
        QVERIFY(residency);
        const double bound = all - static_cast<double>(terms.poolBytes);
        QVERIFY(static_cast<double>(residency->run.broughtBytes) < bound * 1.04);
    }
}

void TestResidency::keepsWhatCannotComeAndGo()
{
    std::mt19937 random(7);
    ResidencyTerms terms = randomTerms(random, 20, 50);
    terms.uses.alwaysNeeded = {3, 11};
    terms.poolBytes = leastPoolBytes(terms);
    const auto residency = planResidency(terms);
    QVERIFY(residency);
    QVERIFY(residency->stays(3));
    QVERIFY(residency->stays(11));
}

// A part of a model may have constants that only the rest reads.
void TestResidency::whatNoStepReadsNeedsNoRoom()
{
    ResidencyTerms terms;
    terms.rates = {1e6, 1e-5, 1e6, {}, true};
    terms.sizes = {5 * unit, 3 * unit};
    for (const bool hasSteps : {false, true}) { // a batch of none leaves no step
        terms.uses.steps.resize(hasSteps ? 1 : 0);
        for (terms.poolBytes = 0; terms.poolBytes < total(terms); terms.poolBytes += unit) {
            const auto residency = planResidency(terms);
            QVERIFY(residency);
            checkSound(terms, *residency);
            QVERIFY(residency->visits.empty());
        }
    }
    terms.uses.steps.push_back({{1}, 10});
    terms.poolBytes = 3 * unit;
    QVERIFY(planResidency(terms));
    terms.poolBytes = 2 * unit;
    QVERIFY(!planResidency(terms));
}

void TestResidency::whatIsThereIsUsedAgain()
{
    const std::vector<ConstantStep> steps {{{0}, 0}, {{1}, 0}, {{0}, 0}, {{2}, 0}, {{0}, 0}};
    const auto visits = layOutVisits(steps, [](size_t) { return 4 * unit; }, {0, 8 * unit, UINT64_MAX});
    QVERIFY(visits);
    // 0, 1; then 2 takes the place of 0, whose last use by then was step 2; and 0 that of 1.
    QCOMPARE(visits->size(), size_t {4});
    QCOMPARE((*visits)[0].lastStep, size_t {2});
    QCOMPARE((*visits)[2].after, std::optional<size_t>(2));
    QCOMPARE((*visits)[3].constant, size_t {0});
    QCOMPARE((*visits)[3].after, std::optional<size_t>(1));
}

void TestResidency::bringingAheadHidesIt()
{
    // Steps of 10 ms whose constants take 9 ms: with room for two the run waits for the first alone, with
    // room for one it waits for each.
    std::vector<ConstantStep> steps;
    for (size_t i = 0; i < 10; ++i) {
        steps.push_back({{i}, 10});
    }
    const RunRates rates {1000.0 * unit, 0, 1000, {}, true};
    const auto bytesOf = [](size_t) { return 9 * unit; };
    const auto one = layOutVisits(steps, bytesOf, {0, 9 * unit, UINT64_MAX});
    const auto two = layOutVisits(steps, bytesOf, {0, 18 * unit, UINT64_MAX});
    QVERIFY(one && two);
    QVERIFY(std::abs(estimateRun(steps, *one, rates).seconds - 0.190) < 1e-9);
    QVERIFY(std::abs(estimateRun(steps, *two, rates).seconds - 0.109) < 1e-9);
    RunRates shared = rates;
    shared.overlaps = false; // a software device computes with what brings
    QVERIFY(std::abs(estimateRun(steps, *two, shared).seconds - 0.190) < 1e-9);
}

void TestResidency::choosesExactlyForFew()
{
    std::mt19937 random(8);
    for (int i = 0; i < 100; ++i) {
        std::vector<Worth> things;
        for (int k = 0; k < 10; ++k) {
            things.push_back({(1 + random() % 40) * unit, static_cast<double>(1 + random() % 1000)});
        }
        const uint64_t capacity = random() % 200 * unit;
        double best = 0;
        for (size_t choice = 0; choice < 1024; ++choice) {
            uint64_t bytes = 0;
            double worth = 0;
            for (size_t k = 0; k < things.size(); ++k) {
                bytes += (choice >> k & 1u) != 0 ? things[k].sizeBytes : 0;
                worth += (choice >> k & 1u) != 0 ? things[k].worth : 0;
            }
            best = bytes <= capacity ? std::max(best, worth) : best;
        }
        double worth = 0;
        uint64_t bytes = 0;
        for (const size_t chosen : chooseWorthiest(things, capacity)) {
            worth += things[chosen].worth;
            bytes += things[chosen].sizeBytes;
        }
        QVERIFY(bytes <= capacity);
        QCOMPARE(worth, best);
    }
}

// A window's prediction waits for it, and so does a stop.
void TestResidency::manyTakeLittleTime_data()
{
    QTest::addColumn<size_t>("constants");
    QTest::newRow("2000") << size_t {2000};
    QTest::newRow("30000") << size_t {30'000};
}

// Ten minutes were not enough for the second where every pair was looked at.
void TestResidency::manyTakeLittleTime()
{
    QFETCH(size_t, constants);
    std::mt19937 random(8);
    ResidencyTerms terms = randomTerms(random, constants, 200);
    terms.poolBytes = total(terms) / 2 / unit * unit;
    const auto residency = planResidency(terms);
    QVERIFY(residency);
    checkSound(terms, *residency);
}

QTEST_APPLESS_MAIN(TestResidency)
#include "tst_residency.moc"
