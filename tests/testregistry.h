// How a folder's test classes are found in the one program that they are compiled into.
//
// A test file is a namespace of its own, named as the file is, so that several can be compiled together. It
// ends in
//
//     } // namespace tst_story
//     SNUG_TEST(tst_story, TestStory, Core)
//     #include "tst_story.moc"
#pragma once

#include <QTest>

#include <memory>

#if defined(QT_WIDGETS_LIB)
#include <QApplication>
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
#else
#include <QCoreApplication>
#endif

namespace snug::test {

// What a test needs around it: no application object, one without a window system, or one with it.
enum class Around : quint8 { Nothing, Core, Windows };

struct RegisteredTest
{
    const char *name;
    Around around;
    int (*run)(int argc, char **argv);
};

// To be called before main() only.
int registerTest(const RegisteredTest &test);

template <typename Test> int runTest(int argc, char **argv)
{
    Test test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}

#if defined(QT_WIDGETS_LIB)
using WindowsApplication = QApplication;
#elif defined(QT_GUI_LIB)
using WindowsApplication = QGuiApplication;
#else
using WindowsApplication = QCoreApplication;
#endif

} // namespace snug::test

// NOLINTBEGIN(bugprone-macro-parentheses): names, not values
#define SNUG_TEST(name, Class, kind)                                                                         \
    [[maybe_unused]] static const int registered_##name =                                                    \
        snug::test::registerTest({#name, snug::test::Around::kind, snug::test::runTest<name::Class>});
// NOLINTEND(bugprone-macro-parentheses)
