# Where an installed Snug puts its files (freedesktop.org layout).
include(GNUInstallDirs)
install(TARGETS snug RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS snug_window snug_tokenprogram snug_regexworker snug_templateworker snug_pictureworker RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/snug)
install(FILES resources/desktop/snug.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES resources/desktop/snug.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo RENAME io.github.snug.Snug.metainfo.xml)
install(FILES resources/icons/snug.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
