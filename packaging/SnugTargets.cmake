# How this project declares its parts: one static library a folder, one program a test.

# Defines and warnings, linked PRIVATE so that they bind our code and nobody else's.
add_library(snug_strict INTERFACE)
target_compile_definitions(snug_strict INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS
    QT_ENABLE_STRICT_MODE_UP_TO=0x060800 QT_USE_QSTRINGBUILDER)
# Qt's own checks of places and lengths, which it leaves out of a release: what is read beyond an end is said.
if(NOT CMAKE_BUILD_TYPE MATCHES "Rel")
    target_compile_definitions(snug_strict INTERFACE QT_FORCE_ASSERTS)
endif()
# Warnings are errors, or nobody's: looking for them takes a tenth of the time.
if(SNUG_WERROR)
    target_compile_options(snug_strict INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
        -Woverloaded-virtual -Werror
        $<$<CXX_COMPILER_ID:Clang>:-Wno-c99-extensions>) # QuickJS' header is C
else()
    target_compile_options(snug_strict INTERFACE -w)
endif()
# What the compiler could give back of its memory is hardly worth the looking, as long as a file takes a gigabyte.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
# What a sanitizer needs, and bounds on what the program may take, do not go together.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
    add_compile_definitions(SNUG_SANITIZED)
endif()
# This check tries memory through a pipe, and the confined programs may not open one.
if(CMAKE_CXX_FLAGS MATCHES "fsanitize=[a-z,-]*undefined")
    add_compile_options(-fno-sanitize=vptr)
endif()
add_library(snug_warn_conversion INTERFACE)
if(SNUG_WERROR)
    target_compile_options(snug_warn_conversion INTERFACE -Wconversion -Wno-sign-conversion)
endif()

# What moc makes of a library's headers, as one more of its files.
function(snug_moc target)
    set(headers ${ARGN})
    list(FILTER headers INCLUDE REGEX "\\.h$")
    list(TRANSFORM headers PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set(mocs ${CMAKE_CURRENT_BINARY_DIR}/${target}_mocs.cpp)
    set(script ${PROJECT_SOURCE_DIR}/packaging/moc-files.sh)
    add_custom_command(OUTPUT ${mocs} DEPENDS ${headers} ${script}
        COMMAND sh ${script} $<TARGET_FILE:Qt6::moc> ${mocs} ${headers}
        DEPENDS_EXPLICIT_ONLY # otherwise no file of a library is compiled before those it needs are linked
        COMMENT "Reading the headers of ${target} for moc" VERBATIM)
    target_sources(${target} PRIVATE ${mocs})
endfunction()

# tst_x.moc, which tst_x.cpp includes.
function(snug_moc_of_test program name)
    set(made ${CMAKE_CURRENT_BINARY_DIR}/${name}.moc)
    add_custom_command(OUTPUT ${made} DEPENDS ${name}.cpp DEPENDS_EXPLICIT_ONLY COMMENT "" VERBATIM
        COMMAND Qt6::moc -i -o ${made} ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp)
    target_sources(${program} PRIVATE ${made})
    target_include_directories(${program} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# snug_library(NAME prompt FOLDER core/prompt SOURCES … LINK …): the target snug_prompt.
# Headers are found from the project's root: #include "core/prompt/source.h".
function(snug_library)
    cmake_parse_arguments(ARG "" "NAME" "SOURCES;LINK" ${ARGN})
    add_library(snug_${ARG_NAME} STATIC ${ARG_SOURCES})
    target_include_directories(snug_${ARG_NAME} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(snug_${ARG_NAME} PUBLIC ${ARG_LINK} PRIVATE snug_strict snug_warn_conversion)
    snug_moc(snug_${ARG_NAME} ${ARG_SOURCES})
    set_property(GLOBAL APPEND PROPERTY SNUG_TRANSLATED snug_${ARG_NAME})
endfunction()

# snug_resources(target name …): qt_add_resources() in a library of its own, which needs nothing of ours, so that
# no file of the target waits until what it links is made.
function(snug_resources target name)
    add_library(snug_${name} STATIC)
    qt_add_resources(snug_${name} ${name} ${ARGN})
    target_link_libraries(snug_${name} PUBLIC Qt6::Core)
    target_link_libraries(${target} PUBLIC snug_${name})
endfunction()

# snug_quick(target): optimised where the preset leaves optimising out, for the few small parts in which tests spend
# most of their time.
function(snug_quick target)
    if(NOT "${CMAKE_BUILD_TYPE}${CMAKE_CXX_FLAGS}" MATCHES "Release|RelWithDebInfo|-O[1-3s]")
        target_compile_options(${target} PRIVATE -O1)
    endif()
endfunction()

# snug_test(NAME tst_x LINK …): a Qt Test class that runs offscreen under ctest. All of a folder are compiled into
# one program, snug_tests_<folder>, which runs the one that its first argument names (tests/testregistry.h); each is
# a test of ctest and a target all the same. ALONE is a program of its own, with its own main().
# RUNNER is a program that is given the command and runs it. COST is about how many seconds a long one takes: such
# start first, so that none is left to run alone at the end.
function(snug_test)
    cmake_parse_arguments(ARG "ALONE" "NAME;TIMEOUT;COST;RUNNER" "SOURCES;LINK" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${ARG_NAME}.cpp)
    endif()
    if(ARG_ALONE)
        set(program ${ARG_NAME})
        set(command $<TARGET_FILE:${program}>)
    else()
        file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
        string(REPLACE "/" "_" program snug_tests_${folder})
        set(command $<TARGET_FILE:${program}> ${ARG_NAME})
    endif()
    if(NOT TARGET ${program})
        add_executable(${program})
        target_link_libraries(${program} PRIVATE Qt6::Test snug_strict)
        target_compile_definitions(${program} PRIVATE SNUG_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
        # It is about headers, and takes files that are compiled together for such.
        target_compile_options(${program} PRIVATE
            $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>)
        target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
        if(NOT ARG_ALONE)
            target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests/testmain.cpp)
        endif()
    endif()
    target_sources(${program} PRIVATE ${ARG_SOURCES})
    snug_moc_of_test(${program} ${ARG_NAME})
    target_link_libraries(${program} PRIVATE ${ARG_LINK})
    if(NOT ARG_ALONE)
        add_custom_target(${ARG_NAME} DEPENDS ${program})
    endif()
    add_test(NAME ${ARG_NAME} COMMAND ${ARG_RUNNER} ${command})
    set_tests_properties(${ARG_NAME} PROPERTIES
        TIMEOUT $<IF:$<BOOL:${ARG_TIMEOUT}>,${ARG_TIMEOUT},300> COST 0${ARG_COST}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_FATAL_CRITICALS=0")
endfunction()
