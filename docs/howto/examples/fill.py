import sqlite3

connection = sqlite3.connect("workshop.db")
connection.execute("create table facts (id integer primary key, text text)")
texts = ["A truing stand holds a wheel.", "A wheel has a rim.", "A true rim does not rub on the brake pads."]
connection.executemany("insert into facts (text) values (?)", [(text,) for text in texts])
connection.commit()
