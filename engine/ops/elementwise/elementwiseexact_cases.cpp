// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>
#include <limits>

// What no device may compute roughly (README.md, "Arithmetic"): quotients, roots and powers that are whole,
// and functions where a device's own are wrong by more than their last bits.
namespace weightless::ops::elementwise {

void addExactCases(CaseList& cases);

namespace {

using Function = std::function<double(double)>;

OperatorCase exactCase(std::string name, std::string opType, int64_t opset, std::vector<HostTensor> inputs,
    HostTensor expected, double relativeTolerance)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = opset};
    test.inputs.assign(inputs.begin(), inputs.end());
    test.expected = {std::move(expected)};
    test.relativeTolerance = relativeTolerance;
    test.absoluteTolerance = 0;
    return test;
}

HostTensor floats(const std::vector<double>& values)
{
    return tensorOf(DataType::Float32, {static_cast<int64_t>(values.size())}, values);
}

void addQuotients(CaseList& cases)
{
    std::vector<double> products;
    std::vector<double> divisors;
    std::vector<double> quotients;
    for (const double divisor : {3.0, 5.0, 7.0, 10.0, -49.0, 0.1875, 1021.0, 123457.0, 1e-20, 3e20}) {
        for (int quotient = 1; quotient < 60; ++quotient) {
            const auto exact = static_cast<double>(static_cast<float>(divisor));
            const double product = exact * quotient;
            if (static_cast<double>(static_cast<float>(product)) == product) {
                products.push_back(product);
                divisors.push_back(exact);
                quotients.push_back(quotient);
            }
        }
    }
    cases.push_back(
        exactCase("whole quotients", "Div", 14, {floats(products), floats(divisors)}, floats(quotients), 0));
    cases.push_back(exactCase("divided by themselves", "Div", 14, {floats(divisors), floats(divisors)},
        floats(std::vector<double>(divisors.size(), 1.0)), 0));
    constexpr double largest = static_cast<double>(std::numeric_limits<float>::max()); // often hides scores
    const HostTensor special =
        floats({1, -1, 0, HUGE_VAL, 1, 1.5e-38, 3e38, HUGE_VAL, std::nan(""), -1e-30, largest, -largest});
    const HostTensor divisor = floats({0, 0, 0, 2, -HUGE_VAL, 1, 3e38, HUGE_VAL, 1, 1e10, 100, 1.5});
    cases.push_back(exactCase("edges", "Div", 14, {special, divisor},
        floats({HUGE_VAL, -HUGE_VAL, std::nan(""), HUGE_VAL, 0, 1.5e-38, 1, std::nan(""), std::nan(""),
            -1e-40, largest / 100, -largest / 1.5}),
        1e-6));
    cases.back().absoluteTolerance = 1e-39; // what is smaller than 1.18e-38 may become zero
}

void addRemainders(CaseList& cases)
{
    std::vector<double> left;
    std::vector<double> right;
    std::vector<double> rest;
    const auto add = [&](double a, double b) {
        left.push_back(static_cast<double>(static_cast<float>(a)));
        right.push_back(static_cast<double>(static_cast<float>(b)));
        rest.push_back(std::fmod(left.back(), right.back()));
    };
    for (const double b : {3.0, 7.0, 0.1, -5.5, 6.2831853}) {
        for (const double a : {0.0, 1.5, 3.0, 6.0, 21.0, 770.0, 1566.0, 1e6 + 0.5, 16777213.0, 1e20, -1e30}) {
            add(a, b);
            add(-a, b);
        }
    }
    add(static_cast<double>(std::numeric_limits<float>::max()), 13);
    add(-static_cast<double>(std::numeric_limits<float>::max()), 3e37);
    add(5, HUGE_VAL);
    add(HUGE_VAL, 5);
    add(5, 0);
    OperatorCase test =
        exactCase("floats of any size", "Mod", 13, {floats(left), floats(right)}, floats(rest), 0);
    test.attributes.set("fmod", int64_t {1});
    cases.push_back(std::move(test));
}

void addPowersAndRoots(CaseList& cases)
{
    std::vector<double> squares;
    std::vector<double> roots;
    for (int root = 0; root < 100; ++root) {
        roots.push_back(root % 2 == 0 ? root : root * 0.125);
        squares.push_back(roots.back() * roots.back());
    }
    cases.push_back(exactCase("squares", "Sqrt", 13, {floats(squares)}, floats(roots), 0));
    cases.push_back(exactCase("one half of squares", "Pow", 15,
        {floats(squares), floats(std::vector<double>(squares.size(), 0.5))}, floats(roots), 0));
    const std::vector<double> bases {
        2, 3, 3, 5, 7, 10, 10, -3, -2, 1.5, 2, 2, 0.5, 4, 2, 2, HUGE_VAL, HUGE_VAL, -HUGE_VAL, 0, 0.5};
    const std::vector<double> exponents {
        10, 13, 15, 7, 5, 4, 7, 5, -3, 4, 100, -60, 20, 2.5, HUGE_VAL, -HUGE_VAL, 0.3, -2, 3, -1.5, HUGE_VAL};
    std::vector<double> powers;
    for (size_t i = 0; i < bases.size(); ++i) {
        powers.push_back(std::pow(bases[i], exponents[i]));
    }
    cases.push_back(
        exactCase("whole results", "Pow", 15, {floats(bases), floats(exponents)}, floats(powers), 0));
    std::vector<double> frequencies;
    std::vector<double> steps;
    std::vector<double> expected;
    for (int i = 0; i < 64; ++i) { // of rotary positions and timesteps, then what amplifies a base near 1
        frequencies.push_back(i < 32 ? 10000 : static_cast<double>(1.0001f));
        steps.push_back(static_cast<double>(static_cast<float>(i < 32 ? -i / 32.0 : 150.5 * i)));
        expected.push_back(std::pow(frequencies.back(), steps.back()));
    }
    cases.push_back(
        exactCase("frequencies", "Pow", 15, {floats(frequencies), floats(steps)}, floats(expected), 1e-6));
}

// `count` numbers from `low` to `high`, in equal steps or equal factors.
HostTensor stepped(double low, double high, int count, bool byFactors, DataType type = DataType::Float32)
{
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        const double part = static_cast<double>(i) / (count - 1);
        values.push_back(byFactors ? low * std::pow(high / low, part) : low + (high - low) * part);
    }
    return tensorOf(type, {count}, values);
}

void addFunctions(CaseList& cases)
{
    const auto add = [&](const char* name, const char* opType, int64_t opset, const HostTensor& x,
                         const Function& f, double relative, double absolute = 0) {
        const HostTensor y = mapped(x, x.descriptor.type, f);
        cases.push_back(exactCase(name, opType, opset, {x}, y, relative));
        cases.back().absoluteTolerance = absolute;
    };
    const auto sine = [](double x) { return std::sin(x); };
    const auto cosine = [](double x) { return std::cos(x); };
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        const double rounding = type == DataType::Float32 ? 3e-7 : 1e-3;
        const double most = type == DataType::Float32 ? 1e5 : 6e4;
        add("many turns", "Sin", 7, stepped(-most, most, 301, false, type), sine, 0, rounding);
        add("many turns", "Cos", 7, stepped(1, most, 301, true, type), cosine, 0, rounding);
    }
    add("near zero", "Sin", 7, stepped(1e-30, 1, 100, true), sine, 1e-6);
    add("any turns", "Sin", 7, stepped(1e5, 1e38, 150, true), sine, 0, 3e-7);
    add("any turns", "Cos", 7, stepped(-1e9, -1e5, 150, false), cosine, 0, 3e-7);
    add(
        "many turns", "Tan", 7, stepped(-1e5, 1e5, 150, false), [](double x) { return std::tan(x); }, 2e-6);
    add("no numbers", "Cos", 7, floats({HUGE_VAL, -HUGE_VAL, std::nan("")}), cosine, 0);
    add(
        "large", "Exp", 13, stepped(-87, 88.5, 200, false), [](double x) { return std::exp(x); }, 1e-6);
    add(
        "out of range", "Exp", 13, floats({-HUGE_VAL, -110, -1000, 1e30, HUGE_VAL, std::nan("")}),
        [](double x) { return std::exp(x); }, 0, 1e-37);
    // Halves of exponentials that are no floats any more.
    const HostTensor largest = floats({88, 88.5, -88.9, 89, -89.2, 89.4, 800, -800, HUGE_VAL, -HUGE_VAL});
    add(
        "large", "Sinh", 9, largest, [](double x) { return std::sinh(x); }, 5e-5);
    add(
        "large", "Cosh", 9, largest, [](double x) { return std::cosh(x); }, 5e-5);
    const auto logarithm = [](double x) { return std::log(x); };
    add("near one", "Log", 13, stepped(0.999, 1.001, 200, false), logarithm, 1e-6);
    add("any size", "Log", 13, stepped(1e-37, 1e38, 200, true), logarithm, 1e-6);
    add("edges", "Log", 13, floats({0, -1, HUGE_VAL, -HUGE_VAL, std::nan(""), 1}), logarithm, 0);
    add(
        "little left", "Softplus", 1, stepped(-80, -2, 100, false),
        [](double x) { return std::log1p(std::exp(x)); }, 3e-5);
    add(
        "near zero", "Elu", 6, stepped(-1, -1e-9, 100, true), [](double x) { return std::expm1(x); }, 2e-6);
    add(
        "any size", "Atan", 7, stepped(1e-9, 1e9, 200, true), [](double x) { return std::atan(x); }, 1e-6);
    add(
        "near zero", "Asin", 7, stepped(1e-9, 1, 100, true), [](double x) { return std::asin(x); }, 2e-6);
    add(
        "both ends", "Acos", 7, floats({-1, -0.999, -0.5, -0.0, 0, 0.5, 0.99, 1}),
        [](double x) { return std::acos(x); }, 2e-6);
    add(
        "near zero", "Asinh", 9, stepped(1e-9, 1e19, 100, true), [](double x) { return std::asinh(x); },
        2e-6);
    add(
        "huge", "Asinh", 9, floats({1e20, 3e38, -3e38, HUGE_VAL, -HUGE_VAL}),
        [](double x) { return std::asinh(x); }, 2e-6);
    add(
        "huge", "Acosh", 9, floats({1e20, 3e38, HUGE_VAL, 0.5, -1e20}),
        [](double x) { return std::acosh(x); }, 2e-6);
    add(
        "near zero", "Atanh", 9, stepped(1e-9, 0.999, 100, true), [](double x) { return std::atanh(x); },
        3e-6);
    add(
        "near one", "Acosh", 9, stepped(1, 1.1, 100, false), [](double x) { return std::acosh(x); }, 2e-6);
}

} // namespace

void addExactCases(CaseList& cases)
{
    addQuotients(cases);
    addRemainders(cases);
    addPowersAndRoots(cases);
    addFunctions(cases);
}

} // namespace weightless::ops::elementwise
